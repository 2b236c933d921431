#pragma once

#include "core/data/own/normalization.h"
#include "core/data/own/pixel_image.h"

#include <cstdint>
#include <span>

namespace stepscope {

// JPEG files in memory. Throw Error with a reason that continues a sentence: "its JPEG data is cut short or
// damaged". The detail is the library's message.

bool isJpeg(std::span<const uint8_t> bytes);

ImageHeader jpegHeader(std::span<const uint8_t> bytes);

/// With 1 or 3 channels, into `image`, whose memory is reused. The orientation that a camera notes is not
/// applied.
void decodeJpeg(std::span<const uint8_t> bytes, int64_t channels, HeaderCheck check, PixelImage& image);

/// Writes the floats of an image that has this shape, with 1 or 3 channels, as channels × rows × columns.
/// Returns false for an image of another shape, and for one in the colors of printing. A few rows are decoded
/// at a time, so that they are still in the processor's cache when they become floats. If it throws, part of
/// `to` may have been written.
bool decodeJpeg(std::span<const uint8_t> bytes, const ImageShape& shape, HeaderCheck check,
                const Normalization& normalization, float* to);

} // namespace stepscope
