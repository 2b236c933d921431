#pragma once

#include "core/data/kinds/data_set_kinds.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// What the header of an image file says.
struct ImageHeader
{
    int64_t rows = 0;
    int64_t columns = 0;
    bool isGray = false; ///< has no colors, whether transparent or not
};

/// A decoded image: rows × columns × channels, row-major, 0 to 255.
struct PixelImage
{
    ImageShape shape;
    std::vector<uint8_t> pixels;
};

/// Throws Error for an image that is not accepted, before memory is allocated for it.
using HeaderCheck = void (*)(const ImageHeader& header);

} // namespace stepscope
