#include "core/comparison/bootstrap.h"

#include "core/base/median.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

namespace stepscope {

namespace {

constexpr size_t fewestBlocks = 10;

/// Shortens a long series to blocks that are spread evenly over it, one after the other.
std::vector<double> shortened(std::span<const double> series, size_t largest)
{
    if (series.size() <= largest)
        return {series.begin(), series.end()};
    const size_t length = std::max<size_t>(largest / fewestBlocks, 1);
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

double logOf(double value)
{
    return std::log(std::max(value, std::numeric_limits<double>::min()));
}

/// 1 above the median and -1 below it, minus their mean.
std::vector<double> signsAboutMedian(std::span<const double> series)
{
    const double median = medianOf(series);
    std::vector<double> signs;
    signs.reserve(series.size());
    double mean = 0.0;
    for (const double value : series) {
        signs.push_back(value > median ? 1.0 : value < median ? -1.0 : 0.0);
        mean += signs.back() / double(series.size());
    }
    for (double& sign : signs)
        sign -= mean;
    return signs;
}

double autocovariance(const std::vector<double>& series, size_t lag)
{
    return std::inner_product(series.begin() + ptrdiff_t(lag), series.end(), series.begin(), 0.0) /
           double(series.size());
}

/// The lag from which on nothing is correlated, following Politis and White.
size_t correlatedLags(const std::vector<double>& autocovariances, size_t samples)
{
    const double logSamples = std::log10(double(samples));
    const double threshold = 2.0 * std::sqrt(logSamples / double(samples)) * autocovariances[0];
    const auto needed = size_t(std::max(5.0, std::ceil(std::sqrt(logSamples))));
    size_t quiet = 0;
    for (size_t lag = 1; lag < autocovariances.size(); ++lag) {
        quiet = std::abs(autocovariances[lag]) < threshold ? quiet + 1 : 0;
        if (quiet == needed)
            return lag - needed;
    }
    return autocovariances.size() - 1;
}

/// Variance of resampled figures, corrected for the small number of their blocks.
double varianceOf(std::span<const double> resampled, size_t blocks)
{
    double mean = 0.0;
    for (const double value : resampled)
        mean += value / double(resampled.size());
    double squares = 0.0;
    for (const double value : resampled)
        squares += std::pow(value - mean, 2) / double(resampled.size());
    return blocks > 1 ? squares * double(blocks) / double(blocks - 1) : squares;
}

} // namespace

size_t blockLengthFor(std::span<const double> series)
{
    const size_t samples = series.size();
    if (samples == 0)
        return 1;
    const auto least = size_t(std::ceil(std::cbrt(double(samples)) - 1e-9));
    const size_t most = samples / fewestBlocks;
    if (most <= least)
        return least;
    const auto signs = signsAboutMedian(series);
    std::vector<double> autocovariances;
    for (size_t lag = 0; lag <= std::min(samples / 4, 2 * most); ++lag)
        autocovariances.push_back(autocovariance(signs, lag));
    if (autocovariances[0] <= 0.0)
        return least; // they are all equal
    const size_t lags = std::min(2 * std::max<size_t>(correlatedLags(autocovariances, samples), 1),
                                 autocovariances.size() - 1);
    double spectrum = autocovariances[0];
    double slope = 0.0;
    for (size_t lag = 1; lag <= lags; ++lag) {
        const double part = double(lag) / double(lags);
        const double window = part <= 0.5 ? 1.0 : 2.0 * (1.0 - part);
        spectrum += 2.0 * window * autocovariances[lag];
        slope += 2.0 * window * double(lag) * autocovariances[lag];
    }
    if (spectrum <= 0.0)
        return least;
    const double length = std::cbrt(1.5 * slope * slope / (spectrum * spectrum) * double(samples));
    return std::clamp(size_t(std::ceil(length)), least, most);
}

double logVarianceOf(std::span<const double> resampled, size_t blocks)
{
    std::vector<double> logs(resampled.size());
    std::ranges::transform(resampled, logs.begin(), logOf);
    return varianceOf(logs, blocks);
}

BlockResampler::BlockResampler(size_t samples, size_t blockLength, const DifferenceTest& test,
                               uint32_t stream)
    : m_samples(samples)
    , m_length(std::clamp<size_t>(blockLength, 1, std::max<size_t>(samples, 1)))
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

    // How often each step was drawn; then along the steps by increasing value, to the middle of those drawn.
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

MedianSample sampleMedian(std::span<const double> series, const DifferenceTest& test, uint32_t stream)
{
    MedianSample sample;
    if (series.empty())
        return sample;
    sample.median = medianOf(series);
    if (series.size() < test.minimumSamples)
        return sample;
    const auto taken = shortened(series, test.largestSample);
    const BlockResampler resampler(taken.size(), blockLengthFor(taken), test, stream);
    sample.isSampled = true;
    sample.logVariance = logVarianceOf(resampler.medians(taken), resampler.blocks());
    sample.degrees = double(std::max<size_t>(resampler.blocks(), 2) - 1);
    sample.parts = partMedians(series);
    return sample;
}

double effectiveCount(std::span<const double> parts)
{
    const double sum = std::reduce(parts.begin(), parts.end(), 0.0);
    const double squares = std::inner_product(parts.begin(), parts.end(), parts.begin(), 0.0);
    return squares > 0.0 ? sum * sum / squares : 0.0;
}

std::optional<Interval> intervalOfShare(std::span<const double> parts, std::span<const double> wholes,
                                        const DifferenceTest& test)
{
    assert(parts.size() == wholes.size());
    if (parts.size() < test.minimumSamples)
        return std::nullopt;
    const auto taken = shortened(parts, test.largestSample);
    const auto takenWholes = shortened(wholes, test.largestSample); // of the same steps
    std::vector<double> rests(taken.size());
    std::ranges::transform(takenWholes, taken, rests.begin(), std::minus());
    if (effectiveCount(taken) < test.minimumParts || effectiveCount(rests) < test.minimumParts)
        return std::nullopt;
    const BlockResampler resampler(taken.size(), blockLengthFor(taken), test, 0);
    auto shares = resampler.means(taken);
    const auto means = resampler.means(takenWholes);
    for (size_t i = 0; i < shares.size(); ++i)
        shares[i] = means[i] > 0.0 ? shares[i] / means[i] : 0.0;

    const double part = std::reduce(parts.begin(), parts.end(), 0.0);
    const double whole = std::reduce(wholes.begin(), wholes.end(), 0.0);
    const double share = std::min(part / whole, 1.0);
    const double deviation = std::sqrt(varianceOf(shares, resampler.blocks()));
    const double odds = share / (1.0 - share);
    const double slope = share * (1.0 - share); // of the share over the logarithm of its odds
    if (!(deviation > 0.0) || !(slope > 0.0))
        return Interval{share, share};
    const double degrees = double(std::max<size_t>(resampler.blocks(), 2) - 1);
    const double factor = std::exp(studentQuantile(test.confidence(), degrees) * deviation / slope);
    return Interval{std::min(1.0 / (1.0 + factor / odds), share),
                    std::max(1.0 / (1.0 + 1.0 / (odds * factor)), share)};
}

LogRatio logRatioOfMedians(const MedianSample& run, const MedianSample& baseline, double lengthsApart,
                           const Drift& speed)
{
    VarianceSum sum;
    sum.add(run.logVariance, run.degrees);
    sum.add(baseline.logVariance, baseline.degrees);
    const auto drift = driftBetween(run.parts, baseline.parts, sum.variance(), lengthsApart);
    sum.add(drift.variance, drift.degrees);
    sum.add(speed.variance, speed.degrees);
    return {.value = std::log(run.median / baseline.median),
            .variance = sum.variance(),
            .degrees = sum.degrees()};
}

} // namespace stepscope
