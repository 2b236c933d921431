#pragma once

#include "core/experiment/experiment_kinds.h"
#include "core/run/metrics.h"
#include "core/run/run_sink.h"
#include "core/torch/shared/torch_headers.h"
#include "core/weights/checkpoint.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope {

/// Reads loss and hits of training steps and passes them on. On the CPU it does so immediately. On a GPU
/// reading waits for the device, so steps are collected and read together a few times per second. Because the
/// GPU works asynchronously, the time between two readings is distributed evenly among their steps.
class StepResults
{
public:
    /// Hits are counted for a classification only.
    StepResults(RunSink& sink, torch::Device device, Task task);

    /// `step` has no loss, hits and duration yet; it started at `beginNs` of the monotonic clock. If the
    /// output is undefined, no hits are counted.
    void add(StepMetrics step, int64_t beginNs, const torch::Tensor& loss, const torch::Tensor& output,
             const torch::Tensor& targets);
    /// Passes on the collected steps.
    void flush();
    /// Call it after time was spent on something else (a test, a pause), so that it does not count for the
    /// next steps.
    void resume();

    int64_t epochTrainNs() const { return m_trainNs; }
    int64_t epochImages() const { return m_images; }
    int64_t epochCorrect() const { return m_correct; }
    double epochLossSum() const { return m_lossSum; }
    /// Whether the loss of a step that has been read was below 0, in any epoch of this training.
    bool hasNegativeLoss() const { return m_hasNegativeLoss; }
    /// The first step that has been read whose loss was not a finite number, in any epoch of this training.
    std::optional<int64_t> firstStepWithoutLoss() const { return m_firstWithoutLoss; }
    void beginEpoch();
    /// The sums of an epoch whose first steps were trained before.
    void goOn(const TrainingPosition& position);

private:
    void pass(StepMetrics& step);

    RunSink& m_sink;
    bool m_gather;
    bool m_countsHits;
    bool m_isFirst = true; ///< no step has been read yet
    int64_t m_lastReadNs = 0;
    std::vector<StepMetrics> m_steps;
    std::vector<torch::Tensor> m_losses;
    std::vector<torch::Tensor> m_hits;

    int64_t m_trainNs = 0;
    int64_t m_images = 0;
    int64_t m_correct = 0;
    double m_lossSum = 0.0;
    bool m_hasNegativeLoss = false;
    std::optional<int64_t> m_firstWithoutLoss;
};

} // namespace stepscope
