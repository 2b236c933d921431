#include "core/base/error.h"
#include "core/data/idx.h"
#include "tests/fuzz/fuzz_target.h"

using namespace stepscope;

/// Images and labels in the IDX format, plain and gzipped.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const fuzz::MemoryFile file(data, size);
    try {
        readIdxImages(file.path());
    } catch (const Error&) {
    }
    try {
        readIdxLabels(file.path());
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    using namespace std::string_literals;
    return {"\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x03"s + "abcdefghijkl",
            "\0\0\x08\x01\0\0\0\x04"s + "\x01\x02\x03\x04"};
}
