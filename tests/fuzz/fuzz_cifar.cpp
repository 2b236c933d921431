#include "core/base/error.h"
#include "core/data/cifar.h"
#include "tests/fuzz/fuzz_target.h"

using namespace stepscope;

/// Rows of one and of two labels, plain and gzipped.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const fuzz::MemoryFile file(data, size);
    for (const int64_t labels : {1, 2}) {
        LabeledImages images;
        try {
            readCifar(file.path(), {labels, {.channels = 3, .rows = 2, .columns = 2}}, images);
        } catch (const Error&) {
        }
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    return {"\x01"
            "abcdefghijkl"
            "\x02"
            "ABCDEFGHIJKL",
            "\x01\x05"
            "abcdefghijkl"};
}
