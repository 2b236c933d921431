#pragma once

#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>

namespace stepscope::test {

/// The header of an IDX file: its magic number and dimensions.
inline std::string idxHeader(std::initializer_list<uint32_t> numbers)
{
    std::string bytes;
    for (const auto number : numbers)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes += char(number >> shift & 0xff);
    return bytes;
}

/// Images whose pixels count up from 0.
inline std::string idxImages(uint32_t count, uint32_t rows, uint32_t columns)
{
    auto bytes = idxHeader({0x803, count, rows, columns});
    for (uint32_t i = 0; i < count * rows * columns; ++i)
        bytes += char(i);
    return bytes;
}

inline std::string idxLabels(const std::string& labels)
{
    return idxHeader({0x801, uint32_t(labels.size())}) + labels;
}

inline std::filesystem::path writeFile(const std::filesystem::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

inline std::string gzipped(const std::string& content)
{
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string compressed(deflateBound(&stream, content.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = uInt(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(compressed.data());
    stream.avail_out = uInt(compressed.size());
    deflate(&stream, Z_FINISH);
    compressed.resize(stream.total_out);
    deflateEnd(&stream);
    return compressed;
}

} // namespace stepscope::test
