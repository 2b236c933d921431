#pragma once

#include "core/comparison/drift.h"
#include "core/comparison/verdict.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// Resamples a series of steps in blocks, so that neighbours, which are alike on a machine that drifts, stay
/// together: the moving-block bootstrap (H. R. Künsch, "The jackknife and the bootstrap for general
/// stationary observations", Annals of Statistics 17, 1989). Series of the same steps share one resampler,
/// and with it the steps drawn. Equal arguments draw equal steps.
class BlockResampler
{
public:
    /// `stream` tells the runs apart, whose draws must not depend on each other. A block has at least one
    /// sample and at most all.
    BlockResampler(size_t samples, size_t blockLength, const DifferenceTest& test, uint32_t stream);

    /// One figure a resample. `series` has as many values as the resampler has samples, at least one.
    std::vector<double> means(std::span<const double> series) const;
    std::vector<double> medians(std::span<const double> series) const;

    /// Blocks that fit into the series: how many independent values it is taken to hold.
    size_t blocks() const { return m_blocks; }
    size_t blockLength() const { return m_length; }

private:
    std::span<const uint32_t> starts(size_t resample) const
    {
        return std::span(m_starts).subspan(resample * m_blocks, m_blocks);
    }

    size_t m_samples = 0;
    size_t m_length = 1;
    size_t m_blocks = 0;
    size_t m_resamples = 0;
    std::vector<uint32_t> m_starts; ///< first steps of the blocks, resample by resample
};

/// The length of blocks that suits the autocorrelation of a series: D. N. Politis, H. White, "Automatic
/// block-length selection for the dependent bootstrap", Econometric Reviews 23, 2004, with the correction by
/// A. Patton and both, Econometric Reviews 28, 2009. It is found for whether values are above the median, so
/// that a few very long steps do not hide what the others do. From n^(1/3), the order that is best for
/// independent values, to a tenth of the series.
size_t blockLengthFor(std::span<const double> series);

/// Variance of the logarithms of resampled figures, corrected for the few blocks that they were made of.
double logVarianceOf(std::span<const double> resampled, size_t blocks);

/// Median of a series; the mean of the two in the middle when their number is even. Not empty.
double medianOf(std::span<const double> series);

/// The median of a run's steps, and what is uncertain about it.
struct MedianSample
{
    double median = 0.0;
    bool isSampled = false;   ///< not with fewer steps than DifferenceTest::minimumSamples
    double logVariance = 0.0; ///< of the median's logarithm, by what varies from step to step
    double degrees = 1.0;     ///< of freedom of that variance
    PartMedians parts;
};

/// Takes some milliseconds, however long the series is. `stream` tells the runs apart, as above.
MedianSample sampleMedian(std::span<const double> series, const DifferenceTest& test, uint32_t stream);

/// A run's median divided by the baseline's, without what other programs did. Both are sampled and positive.
/// `lengthsApart`: as of driftBetween(). `speed`: see driftOfMedianSpeed().
LogRatio logRatioOfMedians(const MedianSample& run, const MedianSample& baseline, double lengthsApart,
                           const Drift& speed = {});

} // namespace stepscope
