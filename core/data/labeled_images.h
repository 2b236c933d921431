#pragma once

#include "core/data/kinds/data_set_kinds.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Images, count × channels × rows × columns, row-major, and the label of each. Their pixels are bytes, 0 to
/// 255, or numbers of any range.
struct LabeledImages
{
    int64_t count = 0;
    ImageShape shape;
    std::vector<uint8_t> pixels;
    std::vector<int32_t> labels;
    std::vector<float> values = {}; ///< in place of `pixels`
};

} // namespace stepscope
