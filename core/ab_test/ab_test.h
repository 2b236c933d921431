#pragma once

#include "core/comparison/sample_shape.h"
#include "core/comparison/verdict.h"
#include "core/experiment/experiment.h"
#include "core/run/metrics.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

class Engine;
struct ExperimentField;

/// Which of two experiments trains faster, and with what loss. Both train alternately, in short blocks of
/// steps in one process, so that changes in the machine's speed affect both alike.
struct AbTest
{
    Experiment a; ///< the baseline
    Experiment b;
    double seconds = 60.0; ///< for both together, at most
    /// The test ends when both bounds of the interval are at most this share away from the ratio, and those
    /// of the losses' ratio at most 5 %.
    double precision = 0.01;
};

/// What changed in the loss, from the same number of images.
enum class LossVerdict : uint8_t {
    Same,    ///< within AbTest's limits
    Lower,   ///< better
    Higher,  ///< worse; also if it is not a number any more
    Unclear, ///< the losses vary too much, or their geometric and arithmetic means contradict each other
    NotComparable, ///< of different data, or the losses have no ratio: one is 0, or A's is not a number
    TooShort,      ///< too few steps
};

/// For machines: "same", "lower", "higher", "too noisy to tell", "not comparable", "too few steps".
const char* lossVerdictName(LossVerdict verdict);

/// The training losses of B compared with those of A over the same images.
struct LossChange
{
    LossVerdict verdict = LossVerdict::TooShort;
    int64_t images = 0; ///< that both have trained on
    double a = 0.0;     ///< the geometric mean of the spans in the second half of these
    double b = 0.0;
    RatioEstimate ratio; ///< b / a
};

/// One experiment of the two.
struct AbSide
{
    std::vector<double> nsPerImage; ///< of each counted block: the median of its steps, or their mean if one
                                    ///< has loader workers
    int64_t steps = 0;              ///< in the counted blocks
    double stepNs = 0.0;            ///< median of these
    double imagesPerSecond = 0.0; ///< by the geometric mean of the blocks, so that the ratio of both is that
                                  ///< of AbResult::time
    SampleShape sampleShape = {}; ///< if the two have different data
};

enum class AbEnding : uint8_t { Precise, TimeUp, Stopped };

struct AbResult
{
    AbSide a;
    AbSide b;
    /// Per image: B's / A's; paired by block. Without a ratio, and OtherSamples, if their samples have
    /// different sizes. The losses are then not judged either.
    RatioEstimate time;
    LossChange loss;
    AbEnding ending = AbEnding::TimeUp;
    double seconds = 0.0; ///< that the test took, without its preparation

    size_t pairs() const { return b.nsPerImage.size(); }
};

/// Throws Error if the test varies a setting that applies to the whole process, which both trainings share.
void checkAbTest(const AbTest& test);

/// A test and its result.
struct NamedAbResult
{
    AbTest test;
    AbResult result;
};

/// Judges times and losses of an A/B test. One process trains blocks of both in turns, so "the same" has a
/// narrower limit than in a comparison of two runs.
DifferenceTest abTestOfTimes();
DifferenceTest abTestOfLosses();

/// Compares the losses in equal spans of images in the second half of those that both have trained on.
/// `a` and `b`: all steps so far.
LossChange lossChange(std::span<const StepMetrics> a, std::span<const StepMetrics> b);

/// Whether the field changes how an experiment is trained in a test.
bool mattersInTest(const ExperimentField& field);

/// Why a test cannot compare two values of the field, as the end of a sentence: "an A/B test trains without
/// the profiler". Empty if it can.
std::string whyNotCompared(const ExperimentField& field);

/// Why two experiments of different settings are trained in the same way on this machine, as a sentence;
/// empty if they are not.
std::string whyTheSame(const AbTest& test);

/// The experiment as it is trained for a test: without the recorder, at a constant learning rate, and until
/// it is stopped. Fields that do not matter have their defaults.
Experiment experimentForTest(Experiment experiment);

struct AbContext
{
    std::function<std::shared_ptr<Engine>()> engine;
    std::function<bool()> stopRequested = [] { return false; };         ///< called every few milliseconds
    double blockSeconds = 0.2;                                          ///< of a block, at least
    std::function<void(const AbResult&)> tell = [](const AbResult&) {}; ///< after each pair of blocks
};

/// Trains until the result is precise, the time is up, or a stop is requested. Throws Error if one of the
/// experiments cannot be trained; the sentence says which one.
AbResult runAbTest(const AbTest& test, const AbContext& context);

} // namespace stepscope
