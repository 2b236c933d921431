#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// What every operator cost in each recorded step of a trace, whatever the shapes of its inputs.
struct StepSelfTimes
{
    struct Row
    {
        uint32_t name = 0; ///< id in Trace::names
        Pass pass = Pass::Other;
        int64_t calls = 0;
    };
    std::vector<Row> rows;       ///< in the order of first appearance
    std::vector<uint32_t> steps; ///< indices in Trace::steps of the recorded steps
    std::vector<double> selfNs;  ///< rows x steps

    std::span<const double> seriesOf(size_t row) const
    {
        return std::span(selfNs).subspan(row * steps.size(), steps.size());
    }
};

/// Self times as OperatorStatisticsBuilder forms them; summed over the steps they are its own, but for events
/// that stand in no step. Recorded steps are the active ones and those with events.
StepSelfTimes stepSelfTimes(const Trace& trace);

} // namespace stepscope
