#pragma once

#include <cstdint>
#include <string>

namespace stepscope::test {

/// The bytes of a file: the length of the header, the header, the values.
inline std::string safetensorsFile(const std::string& header, const std::string& values)
{
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes += char(uint64_t(header.size()) >> 8 * i & 0xFF);
    return bytes + header + values;
}

} // namespace stepscope::test
