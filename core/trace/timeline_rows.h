#pragma once

#include "core/trace/timeline_index.h"

#include <optional>
#include <vector>

namespace stepscope {

/// The track of the steps, where a thread's number would stand.
inline constexpr int stepsTrack = -1;

/// Sizes in pixels.
struct TimelineSizes
{
    int stepsHeight = 22;
    int laneHeight = 18;
    int gap = 8;          ///< above each track
    int leastHeight = 36; ///< of a thread that is unfolded, so that its name has room
};

/// A track as it stands on the screen, one below the other.
struct TimelineBand
{
    int track = stepsTrack; ///< a thread's number
    int lanes = 0;          ///< shown; the first only when collapsed
    int top = 0;            ///< pixels from the top of all
    int height = 0;
    int laneHeight = 0;
    bool collapsed = false;

    int laneTop(int lane) const { return top + lane * laneHeight; }
};

/// A lane that stands at some height.
struct TimelinePlace
{
    size_t band = 0;
    int lane = -1; ///< -1: below the last one
};

/// The tracks with anything in them, from top to bottom.
struct TimelineRows
{
    std::vector<TimelineBand> bands;
    int height = 0;

    /// `collapsed` by thread; threads behind its end are not.
    static TimelineRows of(const TimelineIndex& index, const std::vector<bool>& collapsed,
                           const TimelineSizes& sizes);
    std::optional<TimelinePlace> at(int y) const;
    const TimelineBand* bandOf(int track) const;
};

} // namespace stepscope
