#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace stepscope {

/// Images with one byte per pixel, count × rows × columns, row-major, 0 (background) to 255.
struct IdxImages
{
    int64_t count = 0;
    int64_t rows = 0;
    int64_t columns = 0;
    std::vector<uint8_t> pixels;
};

/// Read files in the IDX format (http://yann.lecun.com/exdb/mnist/), plain or gzipped, which is detected from
/// the content. They throw an Error that names the file and the problem: missing, truncated, wrong magic
/// number, sizes that do not match its length, no entries, too large.
IdxImages readIdxImages(const std::filesystem::path& file);
std::vector<uint8_t> readIdxLabels(const std::filesystem::path& file);

/// According to the header; nothing else is read or checked.
int64_t countIdxImages(const std::filesystem::path& file);

} // namespace stepscope
