#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace stepscope::benchmarks {

inline double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Median over the rounds of a / b: what a drifting machine does to both in a round cancels out.
inline double medianRatio(const std::vector<double>& a, const std::vector<double>& b)
{
    std::vector<double> ratios;
    for (size_t i = 0; i < a.size(); ++i)
        ratios.push_back(a[i] / b[i]);
    return median(ratios);
}

} // namespace stepscope::benchmarks
