#pragma once

#include "core/data/own/pixel_image.h"

#include <cstdint>

namespace stepscope {

/// Writes the image, channels × rows × columns, in another size. Bilinear: a pixel is the mean of those
/// around its place, with weights that fall linearly with the distance, to zero at one pixel of the smaller
/// image. So all pixels of a larger image count, as in Pillow's and torchvision's Resize(antialias=True). The
/// aspect ratio may change. An image that has the size already is only rearranged.
void scaleImage(const PixelImage& image, int64_t rows, int64_t columns, uint8_t* to);

} // namespace stepscope
