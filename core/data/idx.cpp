#include "core/data/idx.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/data/gzip_reader.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

/// What a file contains.
struct Kind
{
    uint32_t magic;
    Translatable otherMagic; ///< error for a file of another kind
    Translatable none;       ///< error for an empty file of this kind
};

constexpr Kind imagesKind{
    .magic = 0x803, // unsigned bytes, three dimensions
    .otherMagic = translatable("The IDX file {file} starts with {found}, but images start with {expected}."),
    .none = translatable("The IDX file {file} has no images.")};
constexpr Kind labelsKind{
    .magic = 0x801, // unsigned bytes, one dimension
    .otherMagic = translatable("The IDX file {file} starts with {found}, but labels start with {expected}."),
    .none = translatable("The IDX file {file} has no labels.")};

constexpr int64_t largestContent = int64_t(1) << 30;
constexpr int64_t largestSide = 1 << 14;

/// The dimensions after the magic number.
template<size_t N>
std::array<int64_t, N> readHeader(GzipReader& reader, const fs::path& file, const Kind& kind)
{
    std::array<uint8_t, 4 * (N + 1)> bytes{};
    const auto count = reader.read(bytes.data(), bytes.size());
    if (count == 0)
        throw Error(translated("The IDX file {file} is empty.", {{"file", file.string()}}));
    const auto number = [&](size_t index) {
        const auto* at = bytes.data() + 4 * index;
        return uint32_t(at[0]) << 24 | uint32_t(at[1]) << 16 | uint32_t(at[2]) << 8 | uint32_t(at[3]);
    };
    if (count >= 4 && number(0) != kind.magic)
        throw Error(translated(kind.otherMagic, {{"file", file.string()},
                                                 {"found", fmt::format("{:#010x}", number(0))},
                                                 {"expected", fmt::format("{:#010x}", kind.magic)}}));
    if (count < bytes.size())
        throw Error(
            translated("The IDX file {file} is cut short: its header has {count} of {expected} bytes.",
                       {{"file", file.string()},
                        {"count", std::to_string(count)},
                        {"expected", std::to_string(bytes.size())}}));
    std::array<int64_t, N> dimensions{};
    for (size_t i = 0; i < N; ++i)
        dimensions[i] = number(i + 1);
    if (dimensions[0] == 0)
        throw Error(translated(kind.none, {{"file", file.string()}}));
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
            throw Error(translatedPlural(
                "The IDX file {file} is cut short: {count} byte follows the header, but {expected} "
                "are expected.",
                "The IDX file {file} is cut short: {count} bytes follow the header, but {expected} "
                "are expected.",
                done,
                {{"file", file.string()}, {"count", formatCount(done)}, {"expected", formatCount(size)}}));
    }
    // Reading past the end also makes zlib compare the checksum.
    if (uint8_t more = 0; reader.read(&more, 1) != 0)
        throw Error(
            translatedPlural("The IDX file {file} is longer than the {count} byte that its header declares.",
                             "The IDX file {file} is longer than the {count} bytes that its header declares.",
                             size, {{"file", file.string()}, {"count", formatCount(size)}}));
    return content;
}

/// Count, rows and columns, all within the limits.
std::array<int64_t, 3> readImagesHeader(GzipReader& reader, const fs::path& file)
{
    const auto header = readHeader<3>(reader, file, imagesKind);
    const auto [count, rows, columns] = header;
    if (rows == 0 || columns == 0)
        throw Error(translated("The IDX file {file} has images of {size} pixels.",
                               {{"file", file.string()}, {"size", fmt::format("{}×{}", rows, columns)}}));
    if (rows > largestSide || columns > largestSide || count > largestContent / (rows * columns))
        throw Error(translatedPlural("The IDX file {file} declares {count} image of {size} pixels, more "
                                     "than the limit of {limit}.",
                                     "The IDX file {file} declares {count} images of {size} pixels, more "
                                     "than the limit of {limit}.",
                                     count,
                                     {{"file", file.string()},
                                      {"count", formatCount(count)},
                                      {"size", fmt::format("{}×{}", rows, columns)},
                                      {"limit", formatBytes(double(largestContent))}}));
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
    const auto [count] = readHeader<1>(reader, file, labelsKind);
    if (count > largestContent)
        throw Error(translatedPlural(
            "The IDX file {file} declares {count} label, more than the limit of {limit}.",
            "The IDX file {file} declares {count} labels, more than the limit of {limit}.", count,
            {{"file", file.string()},
             {"count", formatCount(count)},
             {"limit", formatCount(largestContent)}}));
    return readContent(reader, file, count);
}

} // namespace stepscope
