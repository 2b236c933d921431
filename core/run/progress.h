#pragma once

#include "core/run/run.h"

namespace stepscope {

/// How far a run has come, and how long the rest will take.
struct Progress
{
    /// 0 to 1: of the expected time. As long as no batch of a test has been timed, of the number of training
    /// steps and test batches.
    double fraction = 0.0;
    /// Negative: not known yet. With `testsAreTimed` false, of the training steps alone: the least that can
    /// be left; not known where that is less than half a second.
    double secondsLeft = -1.0;
    bool testsAreTimed = false;   ///< `secondsLeft` and `fraction` count tests with their time
    double imagesPerSecond = 0.0; ///< of the steps of the last two seconds
    double stepMs = 0.0;          ///< median of the last steps
    int64_t step = 0;
    int64_t totalSteps = 0;
    int epoch = 0;
    int epochs = 0;
    bool testing = false;
};

/// Everything counts with the time that was measured for it in this run: the steps to come with that of
/// recent steps, apart for steps that go into the trace and those that do not; the test that is running with
/// that of its own batches; tests to come with that of the last tests, or of the batches of the first.
Progress progressOf(const Run& run);

/// The number of an epoch among those planned: "3 of 20"; "3" where a time limit decides how many there will
/// be.
std::string epochNumberText(int64_t epoch, int64_t planned, const Experiment& experiment);

/// How many steps were to be trained: "1,200"; "about 1,255" where the time decides.
std::string plannedStepsText(const Run& run);

/// "1:05 left", "at least 1:05 left", "time left not known yet".
std::string timeLeftText(const Progress& progress);

} // namespace stepscope
