#include "core/run/repeats.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stepscope {

namespace {

struct Sample
{
    double mean = 0.0;
    double variance = 0.0; ///< of the mean
    double degrees = 0.0;
};

Sample sampleOf(const std::vector<double>& values)
{
    const auto count = double(values.size());
    Sample sample{.degrees = count - 1};
    for (const double value : values)
        sample.mean += value / count;
    for (const double value : values)
        sample.variance += std::pow(value - sample.mean, 2) / (count - 1) / count;
    return sample;
}

std::vector<double> logsOf(std::span<const double> values)
{
    std::vector<double> logs;
    for (const double value : values)
        logs.push_back(std::log(value));
    return logs;
}

/// The logarithm of the ratio. Both have at least two values.
Sample logRatio(const std::vector<double>& repeats, const std::vector<double>& baseline)
{
    if (repeats.size() == baseline.size()) {
        std::vector<double> differences = repeats;
        for (size_t i = 0; i < differences.size(); ++i)
            differences[i] -= baseline[i];
        return sampleOf(differences);
    }
    const Sample a = sampleOf(repeats);
    const Sample b = sampleOf(baseline);
    Sample ratio{.mean = a.mean - b.mean, .variance = a.variance + b.variance};
    const double parts = std::pow(a.variance, 2) / a.degrees + std::pow(b.variance, 2) / b.degrees;
    ratio.degrees = parts > 0 ? std::pow(ratio.variance, 2) / parts : a.degrees + b.degrees;
    return ratio;
}

} // namespace

RatioEstimate ratioOfRepeats(std::span<const double> repeats, std::span<const double> baseline,
                             const DifferenceTest& test)
{
    RatioEstimate estimate;
    if (repeats.empty() || baseline.empty())
        return estimate;
    const auto runs = logsOf(repeats);
    const auto others = logsOf(baseline);
    if (std::min(runs.size(), others.size()) < fewestRepeats) {
        const auto meanOf = [](const std::vector<double>& logs) {
            double sum = 0.0;
            for (const double value : logs)
                sum += value;
            return sum / double(logs.size());
        };
        estimate.ratio = std::exp(meanOf(runs) - meanOf(others));
        return estimate;
    }
    const Sample log = logRatio(runs, others);
    const double reach = studentQuantile(log.degrees) * std::sqrt(log.variance);
    estimate.ratio = std::exp(log.mean);
    estimate.interval = {std::exp(log.mean - reach), std::exp(log.mean + reach)};
    estimate.verdict = verdictOf(estimate.ratio, estimate.interval, test);
    return estimate;
}

} // namespace stepscope
