#pragma once

#include "core/comparison/bootstrap.h"
#include "core/run/run.h"

#include <cstdint>
#include <optional>

namespace stepscope {

/// Which steps after the profiler's schedule are trained with and without the recorder in turn, so that its
/// cost can be told. They come in pairs of blocks, one with it and one without; which comes first changes
/// from pair to pair, so that a machine that grows slower or faster favours neither.
struct RecorderTrial
{
    int64_t firstStep = 0;
    int64_t pairs = 0; ///< 0: no trial

    static constexpr int64_t blockSteps = 10;
    static constexpr int64_t fewestPairs = 8;
    static constexpr int64_t mostPairs = 40;

    int64_t steps() const { return 2 * blockSteps * pairs; }
    /// WithRecorder or WithoutRecorder, Off for steps outside.
    StepPhase phaseOf(int64_t step) const;
    /// Whether a block begins with the step, or the step is the first after the last block.
    bool isBoundary(int64_t step) const;
};

/// A trial from `firstStep`, the first after the schedule, on. It takes half of the steps that are left at
/// most, for its steps count for no other figure; there is none when that is too few.
RecorderTrial planRecorderTrial(int64_t firstStep, int64_t totalSteps);

/// What recording adds to a step's duration.
struct RecorderCost
{
    double share = 0.0; ///< of a step without the recorder; may come out below 0
    Interval interval;  ///< of that share
    int64_t pairs = 0;  ///< of blocks that were compared

    /// Whether the interval leaves out that recording costs nothing.
    bool isFound() const { return interval.low > 0.0; }
};

/// The median over the pairs of blocks of the ratio of their median steps, minus 1. The first step of a block
/// does not count, nor does a pair that holds a batch of another size. The interval is that of the order
/// statistics of the pairs' ratios, which asks for no distribution; its confidence is at least 95 % (W. J.
/// Conover, Practical Nonparametric Statistics, 3.2). None when the run has too few pairs.
std::optional<RecorderCost> recorderCost(const Run& run);

} // namespace stepscope
