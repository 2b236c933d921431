#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace stepscope {

struct Run;

/// Logarithms of the medians of a run's quarters, halves and eighths: they tell how the machine changed while
/// it ran.
struct PartMedians
{
    std::array<double, 4> quarters{};
    std::array<double, 2> halves{};
    std::optional<std::array<double, 8>> eighths = std::nullopt; ///< absent in a short run
};

/// Of a series of at least four values.
PartMedians partMedians(std::span<const double> series);

/// How far two runs of one machine are apart: the time between their starts in lengths of a run, at least 1.
/// 1 also where it is not known.
double lengthsApart(const Run& run, const Run& baseline);

/// What a machine that changes slowly adds to the difference between two runs. One run tells nothing of
/// another's time, but a machine whose speed wanders does so in all scales (1/f noise): what lies between
/// neighbouring parts of a run may as well lie between neighbouring runs.
struct Drift
{
    double variance = 0.0; ///< of the logarithm of the runs' ratio
    double degrees = 1.0;  ///< of freedom: how many differences it was estimated from
};

/// From the differences between neighbouring eighths, quarters and halves of both runs: the largest mean
/// square, less half of what the noise from step to step explains. `withinVariance`: of the logarithm of the
/// runs' ratio, from that noise; parts being shorter, it is 8, 4 and 2 times as large between them. All of
/// these are estimates of few values: half of the noise, and 6, 3 and 3 degrees of freedom, are what keeps
/// false differences below one in twenty on machines that wander in all scales (stepscope-bench-verdicts).
///
/// Differences between neighbouring parts estimate the drift between runs that follow each other immediately.
/// For runs further apart (`lengths`, see lengthsApart()) the variance is multiplied by the bias function B2
/// of flicker noise (J. A. Barnes, "Tables of bias functions, B1 and B2", NBS Technical Note 375, 1969): 2.1
/// for 4 lengths, and 3.5 for 30, beyond which it is taken to be constant.
Drift driftBetween(const PartMedians& run, const PartMedians& baseline, double withinVariance,
                   double lengths);

/// Of the logarithm of the ratio of two identical times, by the threads that share the work: waking them
/// takes up to 50 microseconds in one process, and no time in another, all the time that they run. (Measured
/// with OpenMP's threads waiting passively, by stepscope-bench-verdicts.) `shortestNs`: the shorter of the
/// times, in which they are woken about once. 0 where both runs are known to have one thread or to compute on
/// a GPU, or nothing is known.
double varianceOfWaking(const Run& run, const Run& baseline, double shortestNs);

/// From medians of stretches of `length` steps all over both runs, for a figure that was measured in one such
/// stretch of each. Both are taken to change as the one that changes more. Nothing (no variance) when a run
/// has less than four of them.
Drift driftOfStretches(std::span<const double> run, std::span<const double> baseline, size_t length);

} // namespace stepscope
