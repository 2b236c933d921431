#pragma once

#include "core/experiment/step_phase.h"

#include <cstdint>
#include <limits>

namespace stepscope {

/// One training step. Loss is the mean over the batch's images.
struct StepMetrics
{
    /// Used for `correct` when it was not counted.
    static constexpr int32_t notCounted = -1;

    int64_t step = 0;    ///< counted from 0 over the whole run
    int64_t startNs = 0; ///< since the run's first step began; includes pauses and tests
    int64_t durationNs = 0;
    int32_t images = 0; ///< in this batch; the last batch of an epoch may be smaller
    int32_t correct = 0;
    float loss = 0.0F;
    int32_t epoch : 24 = 0; ///< counted from 1
    StepPhase phase = StepPhase::Off;

    /// 0 to 1; NaN when it is not known.
    double accuracy() const { return shareOf(correct, images); }

    static double shareOf(int64_t correct, int64_t images)
    {
        return images > 0 && correct >= 0 ? double(correct) / double(images)
                                          : std::numeric_limits<double>::quiet_NaN();
    }
};
static_assert(sizeof(StepMetrics) == 40, "a run of ten million steps keeps them all in memory");

/// One epoch and its test.
struct EpochMetrics
{
    int32_t epoch = 0; ///< counted from 1
    /// Training steps in it: fewer than in a whole epoch when the run was limited to a number.
    int64_t steps = 0;
    int64_t lastStep = 0; ///< number of its last training step
    int64_t endNs = 0;    ///< since the run's first step began, after the test
    int64_t trainNs = 0;  ///< duration of the training steps, without pauses
    int64_t testNs = 0;   ///< with the validation before the test
    int64_t trainImages = 0;
    int64_t trainCorrect = 0;
    int64_t testImages = 0;
    int64_t testCorrect = 0;
    double trainLoss = 0.0; ///< mean over the epoch's images, while the weights changed
    double testLoss = 0.0;  ///< mean over the test images
    double learningRate = 0.0;

    /// 0 to 1; NaN when it is not known.
    double trainAccuracy() const { return StepMetrics::shareOf(trainCorrect, trainImages); }
    double testAccuracy() const { return StepMetrics::shareOf(testCorrect, testImages); }
    double imagesPerSecond() const { return trainNs ? double(trainImages) * 1e9 / double(trainNs) : 0.0; }
};

} // namespace stepscope
