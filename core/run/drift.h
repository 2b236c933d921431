#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace stepscope {

/// Logarithms of the medians of a run's quarters and halves: they tell how the machine changed while it ran.
struct PartMedians
{
    std::array<double, 4> quarters{};
    std::array<double, 2> halves{};
};

/// Of a series of at least four values.
PartMedians partMedians(std::span<const double> series);

/// What a machine that changes slowly adds to the difference between two runs. One run tells nothing of
/// another's time, but a machine whose speed wanders does so in all scales (1/f noise): what lies between
/// neighbouring parts of a run may as well lie between neighbouring runs.
struct Drift
{
    double variance = 0.0; ///< of the logarithm of the runs' ratio
    double degrees = 1.0;  ///< of freedom: how many differences it was estimated from
};

/// From the differences between neighbouring quarters, and between the halves, of both runs: the larger mean
/// square, less half of what the noise from step to step explains. `withinVariance`: of the logarithm of the
/// runs' ratio, from that noise; parts being shorter, it is 4 and 2 times as large between them. All of these
/// are estimates of few values. Half of the noise, and three degrees of freedom, are what keeps false
/// differences below one in twenty on machines that wander in all scales (stepscope-bench-verdicts).
Drift driftBetween(const PartMedians& run, const PartMedians& baseline, double withinVariance);

/// From medians of stretches of `length` steps all over both runs, for a figure that was measured in one such
/// stretch of each. Nothing (no variance) when a run has less than four of them.
Drift driftOfStretches(std::span<const double> run, std::span<const double> baseline, size_t length);

} // namespace stepscope
