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

/// How many equal parts would vary as these do: the square of their sum over the sum of their squares
/// (L. Kish, "Survey Sampling", 1965). All of them if they are equal, two if all but two are nearly 0; 0 if
/// all are 0.
double effectiveCount(std::span<const double> parts);

/// The interval of the share that `parts` have of `wholes`, all together, for one part and one whole (both at
/// least 0, no part above its whole) per step of a run. The deviation of the share is that of its resampled
/// values; the interval is symmetric in the logarithm of the odds share / (1 - share), so that its bounds are
/// between 0 and 1 (the logit interval of L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a
/// binomial proportion", Statistical Science 16, 2001), with Student's t for the number of blocks.
/// None for fewer steps than DifferenceTest::minimumSamples, and if the effectiveCount() of the parts, or of
/// the rests of the wholes, is below DifferenceTest::minimumParts: few steps then decide the share, and how
/// often such steps come is not known. The interval does not contain waits so rare that no step has one.
/// In simulations of independent parts, of which five or more are long on average, 94 to 98 % of the
/// intervals contained the share; where fewer are expected, those runs that have five by chance overstate it.
/// With a long tail (log-normal, sigma 1.5) or an autocorrelation of 0.7, about 85 % for 50 steps and 90 %
/// for 300.
std::optional<Interval> intervalOfShare(std::span<const double> parts, std::span<const double> wholes,
                                        const DifferenceTest& test);

/// A run's median divided by the baseline's, without the influence of other programs. Both are sampled and
/// positive. `lengthsApart`: as in driftBetween(). `speed`: see driftOfMedianSpeed().
LogRatio logRatioOfMedians(const MedianSample& run, const MedianSample& baseline, double lengthsApart,
                           const Drift& speed = {});

} // namespace stepscope
