#include "core/base/error.h"
#include "core/data/own/table.h"
#include "core/data/own/text.h"
#include "tests/fuzz/fuzz_target.h"

using namespace stepscope;

/// A CSV file, and the same bytes as a text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const fuzz::MemoryFile file(data, size);
    for (const auto* label : {"", "1", "class"}) {
        try {
            const auto table = readTable(file.path(), label);
            if (table.train.values.size() != size_t(table.train.count * table.columns) ||
                table.test.labels.size() != size_t(table.test.count))
                __builtin_trap();
        } catch (const Error&) {
        }
    }
    try {
        const auto text = readText(file.path());
        for (const int64_t number : text.numbers) {
            if (number < 0 || number >= int64_t(text.characters.size()))
                __builtin_trap();
        }
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    std::string rows;
    for (int row = 0; row < 14; ++row)
        rows += std::to_string(row) + (row % 2 == 0 ? ",0.5,a\n" : ",-1e3,b\n");
    return {rows, "x,y,class\n" + rows, "\"x, \"\"1\"\"\";y;class\r\n1;2;a\r\n", "class\t1\nä\t2\n"};
}
