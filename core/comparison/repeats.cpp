#include "core/comparison/repeats.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace stepscope {

namespace {

/// The mean of the values.
LogRatio meanOf(const std::vector<double>& values)
{
    const auto count = double(values.size());
    LogRatio mean{.degrees = count - 1};
    for (const double value : values)
        mean.value += value / count;
    for (const double value : values)
        mean.variance += std::pow(value - mean.value, 2) / (count - 1) / count;
    return mean;
}

std::vector<double> logsOf(std::span<const double> values)
{
    std::vector<double> logs;
    for (const double value : values)
        logs.push_back(std::log(value));
    return logs;
}

/// Both have at least two values.
LogRatio logRatio(const std::vector<double>& repeats, const std::vector<double>& baseline)
{
    if (repeats.size() == baseline.size()) {
        std::vector<double> differences = repeats;
        for (size_t i = 0; i < differences.size(); ++i)
            differences[i] -= baseline[i];
        return meanOf(differences);
    }
    const auto a = meanOf(repeats);
    const auto b = meanOf(baseline);
    VarianceSum sum;
    sum.add(a.variance, a.degrees);
    sum.add(b.variance, b.degrees);
    return {.value = a.value - b.value, .variance = sum.variance(), .degrees = sum.degrees()};
}

} // namespace

double geometricMean(std::span<const double> values)
{
    const auto logs = logsOf(values);
    return std::exp(std::reduce(logs.begin(), logs.end()) / double(logs.size()));
}

RatioEstimate ratioOfRepeats(std::span<const double> repeats, std::span<const double> baseline,
                             const DifferenceTest& test)
{
    RatioEstimate estimate;
    if (repeats.empty() || baseline.empty())
        return estimate;
    const auto runs = logsOf(repeats);
    const auto others = logsOf(baseline);
    if (std::min(runs.size(), others.size()) < fewestRepeats) {
        const auto mean = [](const std::vector<double>& logs) {
            return std::reduce(logs.begin(), logs.end()) / double(logs.size());
        };
        estimate.ratio = std::exp(mean(runs) - mean(others));
        return estimate;
    }
    return estimateOf(logRatio(runs, others), test);
}

} // namespace stepscope
