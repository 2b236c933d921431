#pragma once

#include "core/record/steps/step_finder.h"
#include "core/record/steps/step_losses.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <variant>

namespace stepscope {

/// The steps and evaluations of a program in the order of time, from when they are found until all threads'
/// records of that time have been read and the losses have arrived.
class FoundSteps
{
public:
    using Found = std::variant<FoundStep, FoundEvaluation>;

    /// Takes what the finder has found since the last call.
    void take(StepFinder& finder);
    bool isEmpty() const { return m_found.empty(); }
    /// Number of steps.
    int64_t steps() const;
    /// Start of the first step; nullopt: there is none.
    std::optional<int64_t> firstNs() const;

    /// Whether the first one is a step one of whose losses is still on its way from the device. Waits for a
    /// limited time. `nowNs`: monotonic clock.
    bool lacksLoss(const StepLosses& losses, int64_t nowNs) const;
    /// Removes the first one.
    Found takeFirst();

private:
    std::deque<Found> m_found;
};

} // namespace stepscope
