#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace stepscope {

/// Images of one byte a pixel, count × rows × columns, row-major, 0 (background) to 255.
struct IdxImages
{
    int64_t count = 0;
    int64_t rows = 0;
    int64_t columns = 0;
    std::vector<uint8_t> pixels;
};

/// Read files in the IDX format (http://yann.lecun.com/exdb/mnist/), plain or gzipped, found from the
/// content. Throw Error naming the file and what is wrong: missing, cut short, another magic number, sizes
/// that do not match its length, no entries, too large.
IdxImages readIdxImages(const std::filesystem::path& file);
std::vector<uint8_t> readIdxLabels(const std::filesystem::path& file);

/// As the header says, which is all that is read and checked.
int64_t countIdxImages(const std::filesystem::path& file);

} // namespace stepscope
