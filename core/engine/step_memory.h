#pragma once

#include <algorithm>
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
    int64_t peak() const { return bytes.empty() ? 0 : *std::ranges::max_element(bytes); }
};

} // namespace stepscope
