#pragma once

#include "core/engine/step_memory.h"
#include "core/experiment/experiment.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace stepscope {

class Engine;
struct ExperimentField;

/// Predicts the memory of steps with other batch sizes from two small ones. Both allocate the same tensors in
/// the same order, whose sizes depend on the batch size linearly. So at each moment of the step the memory in
/// use is linear in the batch size, and the peak is the largest value of all moments, which need not be the
/// same for all batch sizes. Tests, whose batches may need more, are not part of a step.
class MemoryPrediction
{
public:
    /// Batches count as the next multiple of `parts`, Experiment::accumulation: their parts are of equal
    /// size. Throws Error when both have the same batch size.
    MemoryPrediction(const StepMemory& smaller, const StepMemory& larger, int64_t parts = 1);

    /// False if the steps allocated in different ways, as when an operator chooses another algorithm: then
    /// only the two peaks are extrapolated.
    bool isOfMoments() const { return m_isOfMoments; }

    /// Bytes at the peak of a step.
    int64_t peakAt(int64_t batchSize) const;
    /// The largest batch size whose peak is within the limit; 0 if there is none, at most `most`.
    int64_t largestBatch(int64_t limitBytes, int64_t most) const;

private:
    /// bytes + perSample * batch size
    struct Moment
    {
        double bytes = 0.0;
        double perSample = 0.0;
    };

    std::vector<Moment> m_moments;
    int64_t m_parts;
    bool m_isOfMoments = true;
};

/// Measures steps with small batches. Operators may choose other algorithms for the smallest ones, so larger
/// ones are tried until two of them allocate in the same way. Throws Error; also, between two measurements,
/// when `isStopped` returns true.
MemoryPrediction predictMemory(Engine& engine, const Experiment& experiment,
                               const std::function<bool()>& isStopped = {});

/// Whether the field can change the memory of a step or the batches that a prediction covers. The length of
/// the training, its seed and initial weights, its learning rate schedule and the recorder do not.
bool mattersForMemory(const ExperimentField& field);

/// How much of a device's memory tensors should need at most; the rest is for libraries and the allocator.
inline constexpr double usableMemoryShare = 0.8;

} // namespace stepscope
