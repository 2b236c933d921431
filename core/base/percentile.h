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

/// The same of values in any order, which are reordered. Takes time in proportion to their number.
inline double selectPercentile(std::span<int64_t> values, double share)
{
    const double position = share * double(values.size() - 1);
    const auto below = values.begin() + static_cast<std::ptrdiff_t>(position);
    std::ranges::nth_element(values, below);
    const auto above = below + 1 == values.end() ? below : std::min_element(below + 1, values.end());
    return std::lerp(double(*below), double(*above), position - std::floor(position));
}

} // namespace stepscope
