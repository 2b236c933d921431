#pragma once

#include <cstdint>
#include <vector>

namespace stepscope {

/// The memory that a training's tensors use on its device during one training step, which allocates nothing
/// for the first time: the weights, their gradients and the optimizer's state exist or are replaced. Not
/// counted are the data set, the memory that libraries use for themselves, and what the allocator keeps.
struct StepMemory
{
    int64_t batchSize = 0;
    /// In use after each allocation and each release, in their order; the first is before the step.
    std::vector<int64_t> bytes;

    int64_t before() const { return bytes.empty() ? 0 : bytes.front(); }
    int64_t peak() const;
};

/// Predicts the memory of steps with other batch sizes from two small ones. Both allocate the same tensors in
/// the same order, whose sizes depend on the batch size linearly. So at each moment of the step the memory in
/// use is linear in the batch size, and the peak is the largest value of all moments, which need not be the
/// same for all batch sizes.
class MemoryPrediction
{
public:
    /// Throws Error when both have the same batch size.
    MemoryPrediction(const StepMemory& smaller, const StepMemory& larger);

    /// False if the steps did not allocate alike, as when an operator chooses another algorithm: then only
    /// the two peaks are extrapolated.
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
    bool m_isOfMoments = true;
};

} // namespace stepscope
