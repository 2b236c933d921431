#pragma once

#include "core/record/steps/step_finder.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// The losses that a program passes to its backward passes, until their steps are passed on. A loss on a GPU
/// is announced first; its value arrives later.
class StepLosses
{
public:
    /// `isInUpdate`: passed while an optimizer updates, which then runs forward and backward passes itself.
    void take(int64_t ns, double value, bool isInUpdate);
    /// A loss whose value will follow, by take() with the same time.
    void announce(int64_t ns, bool isInUpdate);
    /// Whether an announced loss of the step has not arrived.
    bool lacks(const FoundStep& step) const;
    /// The sum of the step's losses: with gradient accumulation these are the parts of a loss. If an
    /// optimizer runs forward and backward passes itself, its first loss. NaN without a loss.
    float of(const FoundStep& step) const;
    /// Removes the losses before a time.
    void forgetUntil(int64_t ns);

private:
    struct Loss
    {
        int64_t ns = 0;
        double value = 0.0;
        bool isInUpdate = false;
    };

    std::vector<Loss> m_losses;
    std::vector<Loss> m_announced; ///< without a value
};

} // namespace stepscope
