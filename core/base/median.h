#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// Median of a series; the mean of the two middle values when their number is even. Must not be empty.
inline double medianOf(std::span<const double> series)
{
    assert(!series.empty());
    std::vector<double> values(series.begin(), series.end());
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// One of the values: the upper of the two middle ones when their number is even. 0 for an empty series.
inline int64_t upperMedianOf(std::vector<int64_t> series)
{
    if (series.empty())
        return 0;
    const auto middle = series.begin() + std::ptrdiff_t(series.size() / 2);
    std::ranges::nth_element(series, middle);
    return *middle;
}

} // namespace stepscope
