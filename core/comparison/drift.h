#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace stepscope {

struct Run;

/// Logarithms of the medians of a run's quarters, halves and eighths: they show how the machine changed
/// during the run.
struct PartMedians
{
    std::array<double, 4> quarters{};
    std::array<double, 2> halves{};
    std::optional<std::array<double, 8>> eighths = std::nullopt; ///< absent for a short run
};

/// Of a series of at least four values.
PartMedians partMedians(std::span<const double> series);

/// The distance between two runs of one machine: the time between their starts in lengths of a run, at least
/// 1. Also 1 when it is not known.
double lengthsApart(const Run& run, const Run& baseline);

/// The contribution of a slowly changing machine to the difference between two runs. One run says nothing
/// about another's time, but a machine whose speed wanders does so on all time scales (1/f noise):
/// differences like those between neighboring parts of a run can also occur between neighboring runs.
struct Drift
{
    double variance = 0.0; ///< of the logarithm of the runs' ratio
    double degrees = 1.0;  ///< of freedom: the number of differences in the estimate
};

/// Estimated from the differences between neighboring eighths, quarters and halves of both runs: the largest
/// mean square, minus half of what the noise between steps explains. `withinVariance` is that of the
/// logarithm of the runs' ratio due to this noise; between the shorter parts it is 8, 4 and 2 times as large.
/// All of these are estimates from few values: half of the noise, and 6, 3 and 3 degrees of freedom, keep
/// false differences below one in twenty on machines that wander on all time scales
/// (stepscope-bench-verdicts).
///
/// Differences between neighboring parts estimate the drift between runs that follow each other immediately.
/// For runs further apart (`lengths`, see lengthsApart()) the variance is multiplied by the bias function B2
/// of flicker noise (J. A. Barnes, "Tables of bias functions, B1 and B2", NBS Technical Note 375, 1969): 2.1
/// for 4 lengths, and 3.5 for 30, beyond which it is assumed to be constant.
Drift driftBetween(const PartMedians& run, const PartMedians& baseline, double withinVariance,
                   double lengths);

/// Variance of the logarithm of the ratio of two identical times due to the threads that share the work:
/// waking them takes up to 50 microseconds in one process, and no time in another, during the whole process.
/// (Measured with OpenMP's threads waiting passively, by stepscope-bench-verdicts.) `shortestNs` is the
/// shorter of the times, in which they wake up about once. 0 when both runs are known to have one thread or
/// to compute on a GPU, or nothing is known.
double varianceOfWaking(const Run& run, const Run& baseline, double shortestNs);

/// From the medians of spans of `length` steps throughout both runs, for a figure that was measured in one
/// such span of each. Both are assumed to change like the one that changes more. Nothing (no variance) when a
/// run has fewer than four spans.
Drift driftOfStretches(std::span<const double> run, std::span<const double> baseline, size_t length);

} // namespace stepscope
