#pragma once

#include "core/data/own/pixel_image.h"

#include <cstdint>
#include <span>

namespace stepscope {

// JPEG files in memory. Throw Error with a reason that continues a sentence: "its JPEG data is cut short or
// damaged". The detail is the library's message.

bool isJpeg(std::span<const uint8_t> bytes);

ImageHeader jpegHeader(std::span<const uint8_t> bytes);

/// With 1 or 3 channels. The size of the image is not checked: see jpegHeader(). The orientation that a
/// camera notes is not applied.
PixelImage decodeJpeg(std::span<const uint8_t> bytes, int64_t channels);

} // namespace stepscope
