#include "core/base/error.h"
#include "core/exchange/callgrind_text.h"
#include "core/exchange/pprof_profile.h"
#include "core/graph/call_graph.h"
#include "core/import/stacks/callgrind_reader.h"
#include "core/import/stacks/cprofile_reader.h"
#include "core/import/stacks/folded_reader.h"
#include "core/import/stacks/pprof_reader.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "tests/fuzz/fuzz_target.h"

#include <array>

using namespace stepscope;

/// Sums per stack in whichever format is detected, and the processing of views and exports.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const fuzz::MemoryFile file(data, size);
    constexpr auto readers = std::to_array({readCallgrind, readCProfile, readPprof, readFoldedStacks});
    const std::string_view head(reinterpret_cast<const char*>(data), size);
    for (const auto recognizes : {isCallgrind, isCProfile, isPprof, isFoldedStacks})
        recognizes(head);
    for (const auto read : readers) {
        try {
            const auto imported = read(file.path(), {.threads = 1});
            const auto& trace = imported.run.trace;
            operatorStatistics(trace, OperatorGrouping::ByOperator);
            const CallTree tree = callTree(trace);
            bottomUp(tree);
            callGraph(tree, false);
            callgrindText(tree);
            pprofProfile(tree);
        } catch (const Error&) {
            // one sentence for the user
        }
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    using namespace std::string_literals;
    const std::string one = "g\0\0\0\0\0\0\xf0\x3f"s;
    const std::string three = "i\x03\0\0\0"s;
    return {
        "main;train;gemm 30\nmain;train 5\nmain;load data -4\n# end\n",
        "# callgrind format\nversion: 1\npositions: instr line\nevent: Ir : Instructions\nevents: Ir Dr\n"
        "ob=(1) prog\nfl=(1) a.c\nfn=(1) main\n0x10 16 20 1\n+4 +1 10\ncfi=(2) b.c\ncfn=(2) f\ncalls=3 0x20 "
        "20\n"
        "* * 400 3\njump=4 0x10 17\n* *\nfn=(2)\n0x20 20 300\ncfn=(2)\ncalls=1 0\n-3 * 80\ncfn=(1)\ncalls=1 "
        "0\n"
        "1 1 5\ntotals: 330 1\n",
        "{)\x03\xda\x04"s + "a.py" + three +
            "\xda\x01"
            "f" +
            ")\x05" + three + three + one + one + "{)\x03" + "r\0\0\0\0"s + three +
            "\xda\x01"
            "g" +
            ")\x04" + three + three + one + one + "00",
        // types {1, 2}, a sample of locations 1 and 2 with value 9, two locations, a function, three strings
        "\x0a\x04\x08\x01\x10\x02\x12\x07\x0a\x02\x01\x02\x12\x01\x09"
        "\x22\x08\x08\x01\x22\x04\x08\x01\x10\x03\x22\x04\x08\x02\x18\x10"
        "\x2a\x04\x08\x01\x10\x01\x32\x00\x32\x03"
        "cpu\x32\x02"
        "ns"s,
    };
}
