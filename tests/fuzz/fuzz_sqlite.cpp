#include "core/base/error.h"
#include "core/import/cuda/sqlite_trace_reader.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/timeline/timeline_index.h"
#include "tests/core/import/cuda/profiler_files.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/sqlite_file.h"

using namespace stepscope;

/// Files of Nsight Systems and nvprof, and the processing of the views.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static fuzz::SqliteFile file;
    try {
        const auto imported = readSqliteTrace(file.write(data, size), {.threads = 1});
        const auto& trace = imported.run.trace;
        operatorStatistics(trace, OperatorGrouping::ByKernel);
        callTree(trace);
        TimelineIndex index;
        index.update(trace);
    } catch (const Error&) {
        // one sentence for the user
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    return {sqliteSeed(test::writeNewNsight), sqliteSeed(test::writeOldNsight),
            sqliteSeed(test::writeNvprof)};
}
