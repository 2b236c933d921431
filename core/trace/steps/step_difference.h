#pragma once

#include "core/trace/steps/step_breakdown.h"
#include "core/trace/steps/step_self_times.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope {

/// How one recorded step differs from the median of the others. Times in nanoseconds; negative: less time
/// than in the median step.
struct StepDifference
{
    struct OfPart
    {
        StepPart part = StepPart::Other;
        double moreNs = 0.0;
    };
    /// The self time of an operator in a pass, in all its calls in the step.
    struct OfOperator
    {
        NameId name{0};
        Pass pass = Pass::Other;
        double moreNs = 0.0;
    };

    int64_t step = 0; ///< its number
    int64_t wallNs = 0;
    double medianNs = 0.0; ///< of the others
    int64_t others = 0;
    /// Those that differ in the direction of the whole step, the largest first.
    std::vector<OfPart> parts;
    std::vector<OfOperator> operators; ///< likewise

    double moreNs() const { return double(wallNs) - medianNs; }
};

/// Compares a step with the other counted steps: each part, and each operator, with its own median over them.
/// nullopt if the step was not recorded, or if there are fewer than two others. `splits`: the recorded steps,
/// in one split. `selfTimes`: of the same trace; may be empty. `trace` has its steps.
std::optional<StepDifference> stepDifference(std::span<const StepBreakdown> splits, const Trace& trace,
                                             const StepSelfTimes& selfTimes, int64_t step);

} // namespace stepscope
