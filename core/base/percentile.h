#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stepscope {

/// Between the two neighbours, linearly, as numpy.percentile does. `sorted` is not empty, `share` 0 to 1.
inline double percentile(std::span<const int64_t> sorted, double share)
{
    const double position = share * double(sorted.size() - 1);
    const auto below = static_cast<size_t>(position);
    const auto above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(double(sorted[below]), double(sorted[above]), position - double(below));
}

} // namespace stepscope
