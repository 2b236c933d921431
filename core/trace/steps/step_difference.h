#pragma once

#include "core/trace/steps/step_breakdown.h"
#include "core/trace/steps/step_self_times.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope {

/// How one recorded step differs from the median of the others. Times in nanoseconds.
struct StepDifference
{
    /// A time in the step, and its median over the others.
    struct Times
    {
        double ns = 0.0;
        double medianNs = 0.0;

        double moreNs() const { return ns - medianNs; } ///< negative: less than in the median step
    };
    struct OfPart
    {
        StepPart part = StepPart::Other;
        Times times;
    };
    /// Of an operator in a pass, its self time in all its calls in the step. Of a kernel, copy or memory set
    /// that was launched in a pass, its time on the device, in all its launches in the step.
    struct OfOperator
    {
        NameId name{0};
        Pass pass = Pass::Other;
        Times times;
    };

    int64_t step = 0; ///< its number
    int64_t wallNs = 0;
    double medianNs = 0.0; ///< of the others
    int64_t others = 0;
    /// Those with any time, in the order of their differences: first what differs most in the direction of
    /// the whole step, last what differs most in the other one.
    std::vector<OfPart> parts;
    std::vector<OfOperator> operators; ///< likewise
    std::vector<OfOperator> kernels;   ///< likewise

    double moreNs() const { return double(wallNs) - medianNs; }
};

/// Compares a step with the other counted steps: each part, operator and kernel with its own median over
/// them. nullopt if the step was not recorded, or if there are fewer than two others. `splits`: the recorded
/// steps, in one split. `selfTimes`: of the same trace; may be empty. `trace` has its steps.
std::optional<StepDifference> stepDifference(std::span<const StepBreakdown> splits, const Trace& trace,
                                             const StepSelfTimes& selfTimes, int64_t step);

} // namespace stepscope
