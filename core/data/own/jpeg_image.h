#pragma once

#include "core/data/own/pixel_image.h"

#include <cstdint>
#include <span>

namespace stepscope {

// JPEG files in memory. The functions throw an Error with a reason that continues a sentence: "its JPEG data
// is cut short or damaged". The detail is the library's message.

bool isJpeg(std::span<const uint8_t> bytes);

ImageHeader jpegHeader(std::span<const uint8_t> bytes);

/// With 1 or 3 channels, into `image`, whose memory is reused. The orientation that a camera records in the
/// file is not applied.
void decodeJpeg(std::span<const uint8_t> bytes, int64_t channels, HeaderCheck check, PixelImage& image);

} // namespace stepscope
