#include "core/data/own/image_file.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/text/format.h"
#include "core/data/own/jpeg_image.h"
#include "core/data/own/png_image.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <span>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

std::span<const uint8_t> bytesOf(std::string_view content)
{
    return {reinterpret_cast<const uint8_t*>(content.data()), content.size()};
}

void checkImageSize(const ImageHeader& header)
{
    const auto [rows, columns, isGray] = header;
    if (rows > largestImageSide || columns > largestImageSide || rows * columns > largestImagePixels)
        throw Error(translated(
            "it declares {columns} × {rows} pixels, more than the limit of {side} per side or {limit} in "
            "total",
            {{"columns", fmt::format("{}", columns)},
             {"rows", fmt::format("{}", rows)},
             {"side", formatCount(largestImageSide)},
             {"limit", formatCount(largestImagePixels)}}));
}

/// Whether it is a PNG image; otherwise it is a JPEG image. Throws Error with a reason if it is neither.
bool isPngRatherThanJpeg(std::span<const uint8_t> bytes)
{
    const bool isFirst = isPng(bytes);
    if (!isFirst && !isJpeg(bytes))
        throw Error(bytes.empty() ? translated("it is empty")
                                  : translated("it is neither a PNG nor a JPEG image"));
    return isFirst;
}

/// Throws Error with a reason.
ImageHeader headerOf(std::string_view content)
{
    const auto bytes = bytesOf(content);
    const ImageHeader header = isPngRatherThanJpeg(bytes) ? pngHeader(bytes) : jpegHeader(bytes);
    checkImageSize(header);
    return header;
}

[[noreturn]] void failToReadImage(const fs::path& file, const Error& reason)
{
    throw Error(translated("Cannot read the image {file}: {reason}.",
                           {{"file", file.string()}, {"reason", reason.what()}}),
                reason.detail());
}

} // namespace

ImageHeader readImageHeader(const fs::path& file)
{
    std::array<char, 1 << 14> head{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), head.size());
    const auto count = size_t(stream.gcount());
    const bool isCut = count == head.size();
    try {
        if (count > 0)
            return headerOf({head.data(), count});
    } catch (const Error& reason) {
        if (!isCut)
            failToReadImage(file, reason);
    }
    // A camera's metadata before the size may be long.
    const auto content = readFile(file, largestImageFile);
    try {
        return headerOf(content);
    } catch (const Error& reason) {
        failToReadImage(file, reason);
    }
}

PixelImage readImageFile(const fs::path& file, int64_t channels)
{
    PixelImage image;
    readImageFile(file, channels, image);
    return image;
}

void readImageFile(const fs::path& file, int64_t channels, PixelImage& image)
{
    const auto content = readFile(file, largestImageFile);
    const auto bytes = bytesOf(content);
    try {
        const auto decode = isPngRatherThanJpeg(bytes) ? decodePng : decodeJpeg;
        decode(bytes, channels, checkImageSize, image);
    } catch (const Error& reason) {
        failToReadImage(file, reason);
    }
}

} // namespace stepscope
