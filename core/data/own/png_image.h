#pragma once

#include "core/data/own/pixel_image.h"

#include <cstdint>
#include <span>

namespace stepscope {

// PNG files in memory. The functions throw an Error with a reason that continues a sentence: "its PNG data is
// cut short or damaged". The detail is libpng's message.

bool isPng(std::span<const uint8_t> bytes);

ImageHeader pngHeader(std::span<const uint8_t> bytes);

/// With 1 or 3 channels, into `image`, whose memory is reused. 16 bits become 8, and what is transparent
/// becomes white.
void decodePng(std::span<const uint8_t> bytes, int64_t channels, HeaderCheck check, PixelImage& image);

} // namespace stepscope
