#include "core/data/idx.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/data/gzip_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

constexpr uint32_t imagesMagic = 0x803; // unsigned bytes, three dimensions
constexpr uint32_t labelsMagic = 0x801; // unsigned bytes, one dimension
constexpr int64_t largestContent = int64_t(1) << 30;
constexpr int64_t largestSide = 1 << 14;

[[noreturn]] void failAsIdx(const fs::path& file, const std::string& what)
{
    throw Error(fmt::format("The IDX file {} {}.", file.string(), what));
}

/// The dimensions after the magic number.
template<size_t N>
std::array<int64_t, N> readHeader(GzipReader& reader, const fs::path& file, uint32_t magic, const char* kind)
{
    std::array<uint8_t, 4 * (N + 1)> bytes{};
    const auto count = reader.read(bytes.data(), bytes.size());
    if (count == 0)
        failAsIdx(file, "is empty");
    const auto number = [&](size_t index) {
        const auto* at = bytes.data() + 4 * index;
        return uint32_t(at[0]) << 24 | uint32_t(at[1]) << 16 | uint32_t(at[2]) << 8 | uint32_t(at[3]);
    };
    if (count >= 4 && number(0) != magic)
        failAsIdx(file,
                  fmt::format("starts with {:#010x}, but {} start with {:#010x}", number(0), kind, magic));
    if (count < bytes.size())
        failAsIdx(file, fmt::format("is cut short: its header has {} of {} bytes", count, bytes.size()));
    std::array<int64_t, N> dimensions{};
    for (size_t i = 0; i < N; ++i)
        dimensions[i] = number(i + 1);
    if (dimensions[0] == 0)
        failAsIdx(file, fmt::format("has no {}", kind));
    return dimensions;
}

/// Reads exactly `size` bytes, followed by the end. Grows while reading, so that a wrong header costs no
/// memory.
std::vector<uint8_t> readContent(GzipReader& reader, const fs::path& file, int64_t size)
{
    std::vector<uint8_t> content;
    constexpr int64_t piece = 8 << 20;
    int64_t done = 0;
    while (done < size) {
        const auto wanted = std::min(size - done, piece);
        if (content.capacity() < size_t(done + wanted))
            content.reserve(size_t(std::min(size, 2 * (done + wanted))));
        content.resize(size_t(done + wanted));
        const auto count = int64_t(reader.read(content.data() + done, size_t(wanted)));
        done += count;
        if (count < wanted)
            failAsIdx(file, fmt::format("is cut short: {} bytes follow its header, which announces {}",
                                        formatCount(done), formatCount(size)));
    }
    // Reading past the end also makes zlib compare the checksum.
    if (uint8_t more = 0; reader.read(&more, 1) != 0)
        failAsIdx(file,
                  fmt::format("is longer than the {} bytes that its header announces", formatCount(size)));
    return content;
}

/// Count, rows and columns, all within the limits.
std::array<int64_t, 3> readImagesHeader(GzipReader& reader, const fs::path& file)
{
    const auto header = readHeader<3>(reader, file, imagesMagic, "images");
    const auto [count, rows, columns] = header;
    if (rows == 0 || columns == 0)
        failAsIdx(file, fmt::format("has images of {}×{} pixels", rows, columns));
    if (rows > largestSide || columns > largestSide || count > largestContent / (rows * columns))
        failAsIdx(file, fmt::format("claims {} images of {}×{} pixels, more than the {} that are allowed",
                                    formatCount(count), rows, columns, formatBytes(double(largestContent))));
    return header;
}

} // namespace

IdxImages readIdxImages(const fs::path& file)
{
    GzipReader reader(file);
    const auto [count, rows, columns] = readImagesHeader(reader, file);
    return {count, rows, columns, readContent(reader, file, count * rows * columns)};
}

int64_t countIdxImages(const fs::path& file)
{
    GzipReader reader(file);
    return readImagesHeader(reader, file)[0];
}

std::vector<uint8_t> readIdxLabels(const fs::path& file)
{
    GzipReader reader(file);
    const auto [count] = readHeader<1>(reader, file, labelsMagic, "labels");
    if (count > largestContent)
        failAsIdx(file, fmt::format("claims {} labels, more than the {} that are allowed", formatCount(count),
                                    formatCount(largestContent)));
    return readContent(reader, file, count);
}

} // namespace stepscope
