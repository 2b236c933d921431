#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace stepscope::benchmarks {

inline double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

struct Ratio
{
    double median = 1.0;
    double low = 1.0; ///< the median's 95 % confidence interval
    double high = 1.0;
};

/// Median over the rounds of a / b: a drift of the machine that affects both in a round cancels out. The
/// interval is given by two of the sorted ratios, with the normal approximation of the binomial distribution.
inline Ratio ratioOfRounds(const std::vector<double>& a, const std::vector<double>& b)
{
    std::vector<double> ratios;
    for (size_t i = 0; i < a.size(); ++i)
        ratios.push_back(a[i] / b[i]);
    std::sort(ratios.begin(), ratios.end());
    const auto n = double(ratios.size());
    const double reach = 1.96 * std::sqrt(n) / 2;
    const auto at = [&](double rank) { return ratios[size_t(std::clamp(rank, 0.0, n - 1))]; };
    return {median(ratios), at(std::floor(n / 2 - reach)), at(std::ceil(n / 2 + reach) - 1)};
}

/// A line of a benchmark's table: times in ms, and the ratio with its interval.
inline void printRatio(const char* what, int64_t batchSize, const std::vector<double>& a,
                       const std::vector<double>& b, const char* goal)
{
    const auto ratio = ratioOfRounds(a, b);
    fmt::print("{:<49} {:>6} {:>9.3f} {:>9.3f} {:>7.3f}  {:.3f}–{:.3f}   {}\n", what, batchSize,
               median(a) / 1e6, median(b) / 1e6, ratio.median, ratio.low, ratio.high, goal);
    std::fflush(stdout);
}

/// A line of the same table: seconds of a part and of the whole, and their ratio in per cent.
inline void printShare(const char* what, int64_t batchSize, double part, double whole, const char* goal)
{
    fmt::print("{:<49} {:>6} {:>7.3f} s {:>7.1f} s {:>6.2f} %  {:<11}   {}\n", what, batchSize, part, whole,
               100 * part / whole, "", goal);
    std::fflush(stdout);
}

inline void printRatioHeader()
{
    fmt::print("{:<49} {:>6} {:>9} {:>9} {:>7}  {:<11}   {}\n", "", "batch", "first", "second", "ratio",
               "95 %", "goal");
}

} // namespace stepscope::benchmarks
