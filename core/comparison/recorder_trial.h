#pragma once

#include "core/comparison/bootstrap.h"
#include "core/run/run.h"

#include <cstdint>
#include <optional>

namespace stepscope {

/// Which steps after the profiler's schedule are trained with and without the recorder in turn, to measure
/// its cost. They form pairs of blocks, one with it and one without; the order changes from pair to pair, so
/// that a machine that becomes slower or faster favors neither.
struct RecorderTrial
{
    int64_t firstStep = 0;
    int64_t pairs = 0; ///< 0: no trial

    static constexpr int64_t blockSteps = 10;
    static constexpr int64_t fewestPairs = 8;
    static constexpr int64_t mostPairs = 40;

    int64_t steps() const { return 2 * blockSteps * pairs; }
    /// WithRecorder or WithoutRecorder; Off for steps outside of the trial.
    StepPhase phaseOf(int64_t step) const;
    /// Whether a block begins with the step, or the step is the first after the last block.
    bool isBoundary(int64_t step) const;
};

/// A trial that begins with `firstStep`, the first step after the schedule. It takes at most half of the
/// remaining steps, because its steps do not count for any other figure; there is no trial when that is too
/// few.
RecorderTrial planRecorderTrial(int64_t firstStep, int64_t totalSteps);

/// The share that recording adds to a step's duration.
struct RecorderCost
{
    double share = 0.0; ///< of a step without the recorder; may be below 0
    Interval interval;  ///< of that share
    int64_t pairs = 0;  ///< of compared blocks

    /// Whether the interval excludes that recording costs nothing.
    bool isFound() const { return interval.low > 0.0; }
};

/// The median over the pairs of blocks of the ratio of their median steps, minus 1. The first step of a block
/// does not count, nor does a pair with a batch of another size. The interval is that of the order statistics
/// of the pairs' ratios, which assumes no distribution; its confidence is at least 95 % (W. J. Conover,
/// Practical Nonparametric Statistics, 3.2). None when the run has too few pairs.
std::optional<RecorderCost> recorderCost(const Run& run);

} // namespace stepscope
