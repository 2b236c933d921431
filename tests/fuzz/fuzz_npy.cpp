#include "core/base/error.h"
#include "core/data/own/npy_array.h"
#include "tests/core/data/own/memory_stream.h"
#include "tests/core/data/own/npy_file.h"
#include "tests/fuzz/fuzz_target.h"

using namespace stepscope;

/// Arrays of NumPy, as images and as labels.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string content(reinterpret_cast<const char*>(data), size);
    try {
        test::MemoryStream stream(content);
        readNpyBytes(stream, readNpyHeader(stream));
    } catch (const Error&) {
    }
    try {
        test::MemoryStream stream(content);
        const auto header = readNpyHeader(stream);
        readNpyFloats(stream, header);
    } catch (const Error&) {
    }
    try {
        test::MemoryStream stream(content);
        const auto header = readNpyHeader(stream);
        readNpyLabels(stream, header, 9);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz::seeds()
{
    using test::npyFile;
    using namespace std::string_literals;
    return {npyFile("'|u1'", "(2, 2, 3)", "abcdefghijkl"),
            npyFile("'|u1'", "(4,)", "\1\2\3\4"),
            npyFile("'<i8'", "(2, 1)", "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0"s),
            npyFile("'>u2'", "(3,)", "\0\1\0\2\0\3"s, "False", 2),
            npyFile("'<f4'", "(1,)", "abcd", "True", 3),
            npyFile("'>f8'", "(1,)", "abcdefgh"),
            npyFile("'|O'", "()", "x")};
}
