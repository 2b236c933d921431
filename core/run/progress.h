#pragma once

#include "core/run/run.h"

namespace stepscope {

/// How far a run has come, and how long the rest will take.
struct Progress
{
    double fraction = 0.0;        ///< 0 to 1, of the expected time
    double secondsLeft = -1.0;    ///< negative: not known yet
    double imagesPerSecond = 0.0; ///< of the steps of the last two seconds
    double stepMs = 0.0;          ///< median of the last steps
    int64_t step = 0;
    int64_t totalSteps = 0;
    int epoch = 0;
    int epochs = 0;
    bool testing = false;
};

/// Steps weigh with the time of recent steps, tests with that of the tests so far (before the first: with a
/// third of the time the same images would take to train).
Progress progressOf(const Run& run);

} // namespace stepscope
