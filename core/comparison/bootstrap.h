#pragma once

#include "core/comparison/drift.h"
#include "core/comparison/verdict.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope {

/// Resamples a series of steps in blocks, so that neighbors, which are similar on a drifting machine, stay
/// together: the moving-block bootstrap (H. R. Künsch, "The jackknife and the bootstrap for general
/// stationary observations", Annals of Statistics 17, 1989). Series of the same steps share one resampler and
/// its drawn steps. Equal arguments draw equal steps.
class BlockResampler
{
public:
    /// `stream` distinguishes the runs, whose draws must be independent of each other. A block has at least
    /// one sample and at most all.
    BlockResampler(size_t samples, size_t blockLength, const DifferenceTest& test, uint32_t stream);

    /// One figure per resample. `series` has one value per sample of the resampler, at least one.
    std::vector<double> means(std::span<const double> series) const;
    std::vector<double> medians(std::span<const double> series) const;

    /// Number of blocks that fit into the series: it counts as this many independent values.
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

/// The block length that suits the autocorrelation of a series: D. N. Politis, H. White, "Automatic
/// block-length selection for the dependent bootstrap", Econometric Reviews 23, 2004, with the correction by
/// A. Patton and both, Econometric Reviews 28, 2009. It is computed from whether values are above the median,
/// so that a few very long steps do not hide the others. From n^(1/3), the order that is best for independent
/// values, to a tenth of the series.
size_t blockLengthFor(std::span<const double> series);

/// Variance of the logarithms of resampled figures, corrected for the small number of their blocks.
double logVarianceOf(std::span<const double> resampled, size_t blocks);

/// The median of a run's steps, and its uncertainty.
struct MedianSample
{
    double median = 0.0;
    bool isSampled = false;   ///< false for fewer steps than DifferenceTest::minimumSamples
    double logVariance = 0.0; ///< of the median's logarithm, due to the variation between steps
    double degrees = 1.0;     ///< of freedom of that variance
    PartMedians parts;
};

/// Takes some milliseconds, whatever the length of the series. `stream` distinguishes the runs, as above.
MedianSample sampleMedian(std::span<const double> series, const DifferenceTest& test, uint32_t stream);

/// The interval of what `parts` have of `wholes`, all together, for one part and one whole (both at least 0)
/// per step of a run: as for medians, in logarithms, but at most 1. None for fewer steps than
/// DifferenceTest::minimumSamples, and if all parts are 0.
std::optional<Interval> intervalOfShare(std::span<const double> parts, std::span<const double> wholes,
                                        const DifferenceTest& test);

/// A run's median divided by the baseline's, without the influence of other programs. Both are sampled and
/// positive. `lengthsApart`: as in driftBetween(). `speed`: see driftOfMedianSpeed().
LogRatio logRatioOfMedians(const MedianSample& run, const MedianSample& baseline, double lengthsApart,
                           const Drift& speed = {});

} // namespace stepscope
