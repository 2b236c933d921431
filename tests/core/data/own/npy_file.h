#pragma once

#include <string>

namespace stepscope::test {

/// An array as NumPy writes it: `type` is "'|u1'", `shape` "(2, 3)".
inline std::string npyFile(const std::string& type, const std::string& shape, const std::string& values,
                           const std::string& order = "False", int version = 1)
{
    using namespace std::string_literals;
    std::string header = "{'descr': " + type + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    const size_t lengthBytes = version == 1 ? 2 : 4;
    while ((8 + lengthBytes + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    std::string file = "\x93NUMPY"s + char(version) + '\0';
    for (size_t i = 0; i < lengthBytes; ++i)
        file += char(header.size() >> (8 * i) & 0xff);
    return file + header + values;
}

} // namespace stepscope::test
