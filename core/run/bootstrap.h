#pragma once

#include "core/run/drift.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace stepscope {

/// What a measured difference in time says.
enum class Verdict : uint8_t { NoRealDifference, Slower, Faster, TooFewSamples };

/// "no real difference", "slower", "faster", "too few steps".
const char* verdictName(Verdict verdict);

/// How a difference between two runs is judged.
struct DifferenceTest
{
    /// A difference is real when its 95 % interval leaves out 1 and the ratio differs from 1 by more than
    /// this share. The interval knows what varied within the two runs and guesses from it what lies between
    /// them (Drift); this leaves room for what else changes, such as where in memory things happen to lie.
    double minimumEffect = 0.01;
    size_t minimumSamples = 20;  ///< steps of either run, below which nothing is said
    size_t largestSample = 2000; ///< of more steps, evenly spaced stretches are resampled
    int resamples = 1000;
    uint32_t seed = 1;
};

/// Between these, with 95 % confidence.
struct Interval
{
    double low = 0.0;
    double high = 0.0;
};

/// A run's figure divided by the baseline's.
struct RatioEstimate
{
    double ratio = 1.0;
    Interval interval{0.0, std::numeric_limits<double>::infinity()};
    Verdict verdict = Verdict::TooFewSamples;
};

/// Resamples a series of steps in blocks, so that neighbours, which are alike on a machine that drifts, stay
/// together: the moving-block bootstrap (H. R. Künsch, "The jackknife and the bootstrap for general
/// stationary observations", Annals of Statistics 17, 1989). Series of the same steps share one resampler,
/// and with it the steps drawn. Equal arguments draw equal steps.
class BlockResampler
{
public:
    /// `stream` tells the runs apart, whose draws must not depend on each other.
    BlockResampler(size_t samples, const DifferenceTest& test, uint32_t stream);

    /// One figure a resample. `series` has as many values as the resampler has samples, at least one.
    std::vector<double> means(std::span<const double> series) const;
    std::vector<double> medians(std::span<const double> series) const;

    /// Blocks that fit into the series: how many independent values it is taken to hold.
    size_t blocks() const { return m_blocks; }
    size_t blockLength() const { return m_length; }

    /// A block is at least n^(1/3) steps long, the order that is best for a variance (P. Hall, J. L.
    /// Horowitz, B.-Y. Jing, Biometrika 82, 1995), and at least a tenth of the series: a busy neighbour
    /// stays for seconds, whatever number of steps these hold.
    static size_t blockLengthFor(size_t samples);

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

/// The middle 95 % of the resampled figures, widened about the estimate for the few blocks that two runs are
/// made of: by Student's t against the normal distribution. `blocks` is the smaller number of the two.
Interval percentileInterval(double estimate, std::vector<double>& resampled, size_t blocks);

/// Student's t at 97.5 %, good to 1 % from 2 degrees of freedom up.
double studentQuantile(double degrees);

Verdict verdictOf(double ratio, const Interval& interval, const DifferenceTest& test);

/// Median of a series; the mean of the two in the middle when their number is even. Not empty.
double medianOf(std::span<const double> series);

/// The median of a run's steps, and those of its resamples.
struct MedianSample
{
    double median = 0.0;
    size_t blocks = 0;
    std::vector<double> resampled; ///< empty with fewer steps than DifferenceTest::minimumSamples
    PartMedians parts;             ///< of a series that was resampled
};

/// Takes some milliseconds, however long the series is. `stream` tells the runs apart, as above.
MedianSample sampleMedian(std::span<const double> series, const DifferenceTest& test, uint32_t stream);

/// A run's median divided by the baseline's, and whether that is a real difference.
RatioEstimate ratioOfMedians(const MedianSample& run, const MedianSample& baseline,
                             const DifferenceTest& test);

} // namespace stepscope
