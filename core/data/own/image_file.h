#pragma once

#include "core/data/own/pixel_image.h"

#include <cstdint>
#include <filesystem>

namespace stepscope {

// PNG and JPEG files, which are told apart by their content. The functions throw an Error that names the file
// and the problem: it cannot be read, is neither, is damaged or cut short, or declares a size larger than
// `largestImageSide` or `largestImagePixels`, before memory is allocated for it. A file of more than
// `largestImageFile` bytes is refused, too; readImageHeader() refuses it only if its first 16 KiB do not
// contain the size of the image.

inline constexpr int64_t largestImageSide = 1 << 14;
inline constexpr int64_t largestImagePixels = 100'000'000;
inline constexpr uintmax_t largestImageFile = uintmax_t(1) << 29;

ImageHeader readImageHeader(const std::filesystem::path& file);

/// With 1 or 3 channels.
PixelImage readImageFile(const std::filesystem::path& file, int64_t channels);
/// The same into `image`, whose memory is reused: new memory would cost a tenth of the time of decoding.
void readImageFile(const std::filesystem::path& file, int64_t channels, PixelImage& image);

} // namespace stepscope
