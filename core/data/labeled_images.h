#pragma once

#include "core/data/kinds/data_set_kinds.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Images with one byte per pixel, count × channels × rows × columns, row-major, 0 to 255, and the label of
/// each.
struct LabeledImages
{
    int64_t count = 0;
    ImageShape shape;
    std::vector<uint8_t> pixels;
    std::vector<int32_t> labels;
};

} // namespace stepscope
