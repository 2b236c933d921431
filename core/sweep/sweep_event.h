#pragma once

#include "core/run/progress.h"
#include "core/sweep/sweep_estimate.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

/// An event of a sweep, for its display. As a line of JSON it is also passed between processes.
struct SweepEvent
{
    enum class Kind : uint8_t {
        Probing,    ///< the point's first steps are being measured
        Estimated,  ///< they were measured; `estimate`
        Started,    ///< the point's training
        Progressed, ///< `progress`
        Said,       ///< `text`: a warning, or an epoch's figures
        Ended,      ///< `outcome`, and the reason of a failure in `text`
        Reporting,  ///< all points have ended: the report is being written
    };

    Kind kind = Kind::Said;
    size_t point = 0; ///< index in the sweep's order
    PointEstimate estimate;
    double estimatedSeconds = -1; ///< Estimated: of the point
    Progress progress;
    double sweepSecondsLeft = -1; ///< Progressed: of all points together; negative: not known
    /// Progressed: what the estimates of the points that wait are multiplied by in `sweepSecondsLeft`.
    double estimateFactor = 1;
    LogLevel level = LogLevel::Info;
    std::string text;
    std::string detail; ///< Ended: the detail of a failure for experts
    RunOutcome outcome = RunOutcome::NotStarted;
};

using SweepListener = std::function<void(const SweepEvent&)>;

/// One line, without its end.
std::string toJson(const SweepEvent& event);
/// None when the line is not an event.
std::optional<SweepEvent> sweepEventFromJson(std::string_view line);

} // namespace stepscope
