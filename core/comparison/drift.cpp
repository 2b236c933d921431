#include "core/comparison/drift.h"

#include "core/base/median.h"
#include "core/comparison/bootstrap.h"
#include "core/run/run_figures.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace stepscope {

namespace {

constexpr double shortest = 1e-9; ///< keeps the logarithm finite

double logMedian(std::span<const double> series)
{
    return std::log(std::max(medianOf(series), shortest));
}

template<size_t parts>
std::array<double, parts> logMediansOf(std::span<const double> series)
{
    std::array<double, parts> logs{};
    for (size_t part = 0; part < parts; ++part) {
        const size_t first = series.size() * part / parts;
        const size_t last = series.size() * (part + 1) / parts;
        logs[part] = logMedian(series.subspan(first, last - first));
    }
    return logs;
}

/// Over the differences between neighbors in both runs.
template<size_t parts>
double meanSquare(const std::array<double, parts>& a, const std::array<double, parts>& b)
{
    double sum = 0.0;
    for (size_t i = 1; i < parts; ++i)
        sum += std::pow(a[i] - a[i - 1], 2) + std::pow(b[i] - b[i - 1], 2);
    return sum / double(2 * (parts - 1));
}

std::vector<double> logMediansOfStretches(std::span<const double> series, size_t length)
{
    std::vector<double> logs;
    for (size_t first = 0; first + length <= series.size(); first += length)
        logs.push_back(logMedian(series.subspan(first, length)));
    return logs;
}

double varianceOf(const std::vector<double>& values)
{
    double mean = 0.0;
    for (const double value : values)
        mean += value / double(values.size());
    double sum = 0.0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return sum / double(values.size() - 1);
}

/// B2 of flicker noise.
double growthWithDistance(double lengths)
{
    constexpr double largest = 30.0;
    const double r = std::clamp(lengths, 1.0, largest);
    const auto term = [](double x) { return x > 0.0 ? x * x * std::log(x) : 0.0; };
    return (term(r + 1.0) + term(r - 1.0) - 2.0 * term(r)) / (4.0 * std::log(2.0));
}

} // namespace

double lengthsApart(const Run& run, const Run& baseline)
{
    const double lengthMs = double(trainingNs(run) + trainingNs(baseline)) / 2e6;
    if (run.startUnixMs <= 0 || baseline.startUnixMs <= 0 || !(lengthMs > 0.0))
        return 1.0;
    return std::max(std::abs(double(run.startUnixMs) - double(baseline.startUnixMs)) / lengthMs, 1.0);
}

PartMedians partMedians(std::span<const double> series)
{
    assert(series.size() >= 4);
    constexpr size_t fewestInEighth = 10; // with fewer, the median is mostly noise
    PartMedians parts{logMediansOf<4>(series), logMediansOf<2>(series)};
    if (series.size() >= 8 * fewestInEighth)
        parts.eighths = logMediansOf<8>(series);
    return parts;
}

Drift driftBetween(const PartMedians& run, const PartMedians& baseline, double withinVariance, double lengths)
{
    std::vector<Drift> estimates = {{meanSquare(run.halves, baseline.halves) - withinVariance, 3.0},
                                    {meanSquare(run.quarters, baseline.quarters) - 2 * withinVariance, 3.0}};
    if (run.eighths && baseline.eighths)
        estimates.push_back({meanSquare(*run.eighths, *baseline.eighths) - 4 * withinVariance, 6.0});
    const Drift largest = *std::ranges::max_element(estimates, {}, &Drift::variance);
    return {std::max(largest.variance, 0.0) * growthWithDistance(lengths), largest.degrees};
}

double varianceOfWaking(const Run& run, const Run& baseline, double shortestNs)
{
    constexpr double wakingNs = 50'000.0;
    const auto threadsOf = [](const Run& each) {
        return each.experiment.device.starts_with("cuda") ? 1 : each.plan.threads;
    };
    const int threads = std::max(threadsOf(run), threadsOf(baseline));
    return threads > 1 && shortestNs > 0.0 ? std::pow(wakingNs / shortestNs, 2) : 0.0;
}

Drift driftOfStretches(std::span<const double> run, std::span<const double> baseline, size_t length)
{
    const auto a = logMediansOfStretches(run, std::max<size_t>(length, 1));
    const auto b = logMediansOfStretches(baseline, std::max<size_t>(length, 1));
    const size_t fewest = std::min(a.size(), b.size());
    if (fewest < 4)
        return {};
    return {2.0 * std::max(varianceOf(a), varianceOf(b)), double(fewest - 1)};
}

} // namespace stepscope
