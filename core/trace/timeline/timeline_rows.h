#pragma once

#include "core/trace/timeline/timeline_groups.h"
#include "core/trace/timeline/timeline_index.h"

#include <optional>
#include <vector>

namespace stepscope {

/// The track of the steps, in place of a thread's number.
inline constexpr int stepsTrack = -1;
/// For bands that are not tracks of events.
inline constexpr int noTrack = -2;

/// Sizes in pixels.
struct TimelineSizes
{
    int stepsHeight = 22;
    int laneHeight = 18;
    int gap = 8;            ///< above each track
    int headingHeight = 22; ///< of a group of tracks
    int counterHeight = 36;
    int leastHeight = 36; ///< of an expanded thread, so that its name fits
};

/// A track on the screen, one below the other.
struct TimelineBand
{
    enum class Kind { Track, Heading, Counter };
    Kind kind = Kind::Track;
    int track = stepsTrack; ///< a thread's number; noTrack for others
    int item = -1;          ///< for a heading the group, for a counter its number
    int lanes = 0;          ///< number of visible ones; only the first when collapsed
    int top = 0;            ///< pixels from the top of all
    int height = 0;
    int laneHeight = 0;
    bool collapsed = false;

    int laneTop(int lane) const { return top + lane * laneHeight; }
};

/// A lane at some height.
struct TimelinePlace
{
    size_t band = 0;
    int lane = -1; ///< -1: below the last one
};

/// The non-empty tracks, from top to bottom.
struct TimelineRows
{
    std::vector<TimelineBand> bands;
    int height = 0;

    /// `collapsed` by thread; threads beyond its end are not.
    static TimelineRows of(const TimelineIndex& index, const std::vector<bool>& collapsed,
                           const TimelineSizes& sizes);
    /// With counters and, if there are several groups, their headings. Of a group in `collapsedGroups` only
    /// the heading.
    static TimelineRows of(const TimelineIndex& index, std::span<const TimelineGroup> groups,
                           const std::vector<bool>& collapsed, const std::vector<bool>& collapsedGroups,
                           const TimelineSizes& sizes);
    std::optional<TimelinePlace> at(int y) const;
    const TimelineBand* bandOf(int track) const;
};

} // namespace stepscope
