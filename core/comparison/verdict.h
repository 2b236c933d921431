#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace stepscope {

/// What a measured ratio of times means. Slower and Faster are real differences, Same is a real equality; all
/// others mean that neither is known.
enum class Verdict : uint8_t {
    Same,           ///< the whole interval is within DifferenceTest::sameWithin
    Slower,         ///< the whole interval is above 1, and the ratio by more than minimumEffect
    Faster,         ///< the whole interval is below 1, and the ratio by more than minimumEffect
    Unclear,        ///< none of these
    TooFewSamples,  ///< there is no interval
    OtherBatchSize, ///< times of steps with different numbers of images; the time per image is judged instead
    OtherSamples,   ///< times of steps whose samples have different sizes: nothing is judged
};

/// For machines: "same", "slower", "faster", "too noisy to tell", "too few steps", "other batch size",
/// "samples of another size". Readers get the same words, see verdictWord().
const char* verdictName(Verdict verdict);

inline bool isDifference(Verdict verdict)
{
    return verdict == Verdict::Slower || verdict == Verdict::Faster;
}

/// How a difference between two runs is judged.
struct DifferenceTest
{
    /// A real difference is also larger than this share. The interval covers variation within the runs and
    /// the possible influence of other programs; this allows for other changes between processes, such as
    /// memory addresses.
    double minimumEffect = 0.01;
    /// Runs are the same when the whole interval differs from 1 by at most this share.
    double sameWithin = 0.05;
    /// The share of identical runs (and of pairs of identical runs whose operators are compared) that may be
    /// called different.
    double falseShare = 0.05;
    size_t minimumSamples = 20; ///< of either run; with fewer, there is no verdict
    /// The fewest long parts, such as waits for data, from which the interval of their share is known: see
    /// effectiveCount(). The sum of m independent parts of one length has a relative standard error
    /// of 1 / sqrt(m), which is 45 % for 5: the upper bound is then about six times the lower one. With long
    /// parts in one of k steps, that takes 5 k steps.
    double minimumParts = 5.0;
    size_t largestSample = 2000; ///< of more steps, evenly spaced spans are resampled
    int resamples = 1000;
    uint32_t seed = 1;

    double confidence() const { return 1.0 - falseShare; }
};

/// The bounds of an interval with the requested confidence.
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
    double sameWithin = DifferenceTest().sameWithin; ///< of the test that gave the verdict
};

/// The same ratio in logarithms, so that errors of factors add up and no bound can become negative.
struct LogRatio
{
    double value = 0.0;
    double variance = 0.0; ///< of the value
    double degrees = 1.0;  ///< of freedom in the estimate of the variance
    /// The maximum by which other programs may have raised and lowered the value: a bound, not a deviation.
    double raisedBy = 0.0;
    double loweredBy = 0.0;
};

/// Adds independent errors of a LogRatio: degrees of freedom by F. E. Satterthwaite, "An approximate
/// distribution of estimates of variance components", Biometrics Bulletin 2, 1946.
class VarianceSum
{
public:
    void add(double variance, double degrees);
    double variance() const { return m_variance; }
    double degrees() const; ///< 1 if nothing was added

private:
    double m_variance = 0.0;
    double m_parts = 0.0;
};

/// Degrees of freedom of a variance that is known, not estimated from the runs.
inline constexpr double degreesOfKnown = 1000.0;

/// Student's t with (1 + confidence) / 2 of its distribution below it: 2.23 for 0.95 and 10 degrees. Uses at
/// least one degree.
double studentQuantile(double confidence, double degrees);

/// In logarithms, with this confidence (0.95).
Interval logInterval(const LogRatio& ratio, double confidence);
/// The probability of a value at least as far from 0 if the times are equal: one minus the confidence at
/// which the interval reaches 0.
double chanceOf(const LogRatio& ratio);

Verdict verdictOf(double ratio, const Interval& interval, const DifferenceTest& test);
RatioEstimate estimateOf(const LogRatio& ratio, const DifferenceTest& test, double confidence);
inline RatioEstimate estimateOf(const LogRatio& ratio, const DifferenceTest& test)
{
    return estimateOf(ratio, test, test.confidence());
}

/// The confidence with which each of many ratios must be judged so that, of all that are called different, at
/// most `falseShare` are not, and that, if none differ, any is called different in at most `falseShare` of
/// the cases: Y. Benjamini, Y. Hochberg, Journal of the Royal Statistical Society B 57, 1995. Intervals of
/// this confidence exclude 1 for exactly those that this procedure rejects (Y. Benjamini, D. Yekutieli,
/// Journal of the American Statistical Association 100, 2005). `chances`: chanceOf() each, in any order.
double confidenceForAll(std::vector<double> chances, double falseShare);

} // namespace stepscope
