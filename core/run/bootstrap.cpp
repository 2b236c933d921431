#include "core/run/bootstrap.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace stepscope {

namespace {

constexpr size_t blocksOfASeries = 10;
constexpr double normalQuantile = 1.959964; // 97.5 %

/// Of a long series, blocks that lie evenly over it, one after the other.
std::vector<double> shortened(std::span<const double> series, size_t largest)
{
    if (series.size() <= largest)
        return {series.begin(), series.end()};
    const size_t length = BlockResampler::blockLengthFor(largest);
    const size_t blocks = largest / length;
    std::vector<double> taken;
    taken.reserve(blocks * length);
    for (size_t block = 0; block < blocks; ++block) {
        const size_t first = block * (series.size() - length) / std::max<size_t>(blocks - 1, 1);
        const auto part = series.subspan(first, length);
        taken.insert(taken.end(), part.begin(), part.end());
    }
    return taken;
}

double varianceOfLogs(const std::vector<double>& values)
{
    double sum = 0.0;
    double squares = 0.0;
    for (const double value : values) {
        const double logarithm = std::log(std::max(value, std::numeric_limits<double>::min()));
        sum += logarithm;
        squares += logarithm * logarithm;
    }
    const auto n = double(values.size());
    return std::max(0.0, squares / n - sum * sum / (n * n));
}

} // namespace

const char* verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::NoRealDifference:
        return "no real difference";
    case Verdict::Slower:
        return "slower";
    case Verdict::Faster:
        return "faster";
    case Verdict::TooFewSamples:
        return "too few steps";
    }
    return "";
}

size_t BlockResampler::blockLengthFor(size_t samples)
{
    size_t cubeRoot = 1;
    while (cubeRoot * cubeRoot * cubeRoot < samples)
        ++cubeRoot;
    return std::max(cubeRoot, samples / blocksOfASeries);
}

BlockResampler::BlockResampler(size_t samples, const DifferenceTest& test, uint32_t stream)
    : m_samples(samples)
    , m_length(blockLengthFor(samples))
    , m_blocks(samples / m_length)
    , m_resamples(size_t(std::max(test.resamples, 1)))
{
    if (samples == 0)
        return;
    std::seed_seq seeds{test.seed, stream};
    std::mt19937 random(seeds);
    const uint64_t places = m_samples - m_length + 1;
    m_starts.resize(m_resamples * m_blocks);
    for (auto& start : m_starts)
        start = uint32_t(uint64_t(random()) * places >> 32);
}

std::vector<double> BlockResampler::means(std::span<const double> series) const
{
    assert(series.size() == m_samples && m_samples > 0);
    std::vector<double> blockSums(m_samples - m_length + 1);
    for (size_t start = 0; start < blockSums.size(); ++start)
        blockSums[start] =
            std::reduce(series.begin() + ptrdiff_t(start), series.begin() + ptrdiff_t(start + m_length), 0.0);

    std::vector<double> means(m_resamples);
    const double drawn = double(m_blocks * m_length);
    for (size_t resample = 0; resample < m_resamples; ++resample) {
        double sum = 0.0;
        for (const auto start : starts(resample))
            sum += blockSums[start];
        means[resample] = sum / drawn;
    }
    return means;
}

std::vector<double> BlockResampler::medians(std::span<const double> series) const
{
    assert(series.size() == m_samples && m_samples > 0);
    std::vector<uint32_t> order(m_samples);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](uint32_t step) { return series[step]; });

    // How often each step was drawn; then along the steps by rising value, to the middle of those drawn.
    std::vector<int32_t> times(m_samples + 1);
    const auto drawn = int32_t(m_blocks * m_length);
    const auto medianOfDrawn = [&] {
        int32_t passed = 0;
        size_t at = 0;
        while ((passed += times[order[at]]) <= (drawn - 1) / 2)
            ++at;
        const double lower = series[order[at]];
        if (passed > drawn / 2)
            return lower;
        do {
            ++at;
        } while (times[order[at]] == 0);
        return (lower + series[order[at]]) / 2;
    };

    std::vector<double> medians(m_resamples);
    for (size_t resample = 0; resample < m_resamples; ++resample) {
        std::ranges::fill(times, 0);
        for (const auto start : starts(resample)) {
            ++times[start];
            --times[start + m_length];
        }
        std::partial_sum(times.begin(), times.end(), times.begin());
        medians[resample] = medianOfDrawn();
    }
    return medians;
}

// The expansion 26.7.5 in Abramowitz and Stegun.
double studentQuantile(double degrees)
{
    constexpr double z = normalQuantile;
    constexpr double z3 = z * z * z;
    constexpr double z5 = z3 * z * z;
    constexpr double z7 = z5 * z * z;
    constexpr double z9 = z7 * z * z;
    constexpr std::array<double, 5> terms = {
        z,
        (z3 + z) / 4,
        (5 * z5 + 16 * z3 + 3 * z) / 96,
        (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384,
        (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92'160,
    };
    double quantile = 0.0;
    for (size_t term = terms.size(); term-- > 0;)
        quantile = quantile / degrees + terms[term];
    return quantile;
}

Interval percentileInterval(double estimate, std::vector<double>& resampled, size_t blocks)
{
    assert(!resampled.empty());
    if (blocks < 2)
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const auto at = [&](double share) {
        const auto position = resampled.begin() + std::lround(share * double(resampled.size() - 1));
        std::ranges::nth_element(resampled, position);
        return *position;
    };
    const auto degrees = double(blocks - 1);
    const double widening = studentQuantile(degrees) / normalQuantile * std::sqrt(double(blocks) / degrees);
    return {estimate - widening * std::max(estimate - at(0.025), 0.0),
            estimate + widening * std::max(at(0.975) - estimate, 0.0)};
}

Verdict verdictOf(double ratio, const Interval& interval, const DifferenceTest& test)
{
    if (interval.low > 1.0 && ratio > 1.0 + test.minimumEffect)
        return Verdict::Slower;
    if (interval.high < 1.0 && ratio < 1.0 - test.minimumEffect)
        return Verdict::Faster;
    return Verdict::NoRealDifference;
}

double medianOf(std::span<const double> series)
{
    assert(!series.empty());
    std::vector<double> values(series.begin(), series.end());
    const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

MedianSample sampleMedian(std::span<const double> series, const DifferenceTest& test, uint32_t stream)
{
    MedianSample sample;
    if (series.empty())
        return sample;
    sample.median = medianOf(series);
    if (series.size() < test.minimumSamples)
        return sample;
    const auto taken = shortened(series, test.largestSample);
    const BlockResampler resampler(taken.size(), test, stream);
    sample.blocks = resampler.blocks();
    sample.resampled = resampler.medians(taken);
    if (series.size() >= 4)
        sample.parts = partMedians(series);
    return sample;
}

RatioEstimate ratioOfMedians(const MedianSample& run, const MedianSample& baseline,
                             const DifferenceTest& test)
{
    RatioEstimate estimate;
    if (baseline.median <= 0.0)
        return estimate;
    estimate.ratio = run.median / baseline.median;
    if (run.resampled.empty() || baseline.resampled.empty())
        return estimate;
    auto ratios = run.resampled;
    for (size_t i = 0; i < ratios.size(); ++i)
        ratios[i] /= baseline.resampled[i];
    const auto drift = driftBetween(run.parts, baseline.parts, varianceOfLogs(ratios));
    estimate.interval =
        widened(estimate.ratio,
                percentileInterval(estimate.ratio, ratios, std::min(run.blocks, baseline.blocks)), drift);
    estimate.verdict = verdictOf(estimate.ratio, estimate.interval, test);
    return estimate;
}

} // namespace stepscope
