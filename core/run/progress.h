#pragma once

#include "core/run/run.h"

namespace stepscope {

/// How far a run has come, and how long the rest will take.
struct Progress
{
    /// 0 to 1, of the expected time, including all tests: with assumedTestNs() until a test batch has been
    /// timed. It may fall when tests turn out to take longer; see SteadyFraction.
    double fraction = 0.0;
    /// Negative: not known yet. With `testsAreTimed` false, the time of the training steps only, which is the
    /// minimum that remains; not known when that is less than half a second.
    double secondsLeft = -1.0;
    /// `secondsLeft` is not known because hardly any training is left, and no test has been timed.
    bool isLeftToTests = false;
    bool testsAreTimed = false; ///< `secondsLeft` includes the time of tests
    /// Of the training steps only; negative: not known yet.
    double trainingSecondsLeft = -1.0;
    double meanStepSeconds = 0.0; ///< of the steps that decide the time left
    double imagesPerSecond = 0.0; ///< of the steps of the last two seconds
    double stepMs = 0.0;          ///< median of the last steps
    int64_t step = 0;
    int64_t totalSteps = 0;
    int epoch = 0;
    int epochs = 0;
    bool testing = false;
};

/// Every part counts with its time in this run: future steps with the mean of the steps of the last 30
/// seconds or of the second half of the training so far, whichever is longer, separately for steps that are
/// recorded in the trace and those that are not once there are enough of both; the running test with that of
/// its own batches; future tests with that of the last tests, or of the first test's batches.
Progress progressOf(const Run& run);

/// An assumption about a test that has not been timed, from the time of a training step of `stepSamples`
/// samples; not 0 if there is anything to test.
double assumedTestNs(const RunPlan& plan, double stepNs, int64_t stepSamples);

/// The fraction that is shown while a run goes on: it stays where it is when the estimate of the run's length
/// grows, instead of going back.
class SteadyFraction
{
public:
    /// The greatest of this run so far.
    double of(const Run& run, const Progress& progress);

private:
    int64_t m_startUnixMs = 0; ///< tells the runs apart
    double m_fraction = 0.0;
};

/// The number of an epoch and how many are planned: "3 of 20"; "3" when a time limit decides how many there
/// will be.
std::string epochNumberText(int64_t epoch, int64_t planned, const Experiment& experiment);

/// The planned number of steps: "1,200"; "about 1,255" when a time limit decides.
std::string plannedStepsText(const Run& run);

/// "1:05 left", "at least 1:05 left", "time of tests not known yet", "time left not known yet".
std::string timeLeftText(const Progress& progress);

} // namespace stepscope
