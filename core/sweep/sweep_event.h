#pragma once

#include "core/run/progress.h"
#include "core/sweep/sweep_estimate.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

/// Something that happens in a sweep, for whoever shows it. As a line of JSON it also goes from one process
/// to another.
struct SweepEvent
{
    enum class Kind : uint8_t {
        Probing,    ///< the point's first steps are being measured
        Estimated,  ///< and were; `estimate`
        Started,    ///< the point's training
        Progressed, ///< `progress`
        Said,       ///< `text`: a warning, an epoch's figures
        Ended,      ///< `outcome`, and in `text` why it failed
        Reporting,  ///< all points are over: the report is being written
    };

    Kind kind = Kind::Said;
    size_t point = 0; ///< index in the sweep's order
    PointEstimate estimate;
    double estimatedSeconds = -1; ///< Estimated: of the point
    Progress progress;
    double sweepSecondsLeft = -1; ///< Progressed: of all points together; negative: not known
    LogLevel level = LogLevel::Info;
    std::string text;
    std::string detail; ///< Ended: what an expert wants to see of a failure
    RunOutcome outcome = RunOutcome::NotStarted;
};

using SweepListener = std::function<void(const SweepEvent&)>;

/// One line, without its end.
std::string toJson(const SweepEvent& event);
/// None when the line holds no event.
std::optional<SweepEvent> sweepEventFromJson(std::string_view line);

} // namespace stepscope
