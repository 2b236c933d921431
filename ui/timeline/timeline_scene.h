#pragma once

#include "core/trace/timeline/timeline_list.h"
#include "core/trace/timeline/timeline_search.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QRectF>
#include <QSize>

#include <optional>

namespace stepscope::ui {

/// From one time to another, in the trace's nanoseconds.
struct TimeSpan
{
    int64_t fromNs = 0;
    int64_t toNs = 0;
    bool operator==(const TimeSpan&) const = default;
};

/// What is drawn under the pointer.
struct TimelineTarget
{
    int track = stepsTrack;
    int lane = 0;
    TimelineSpan span;
    bool isEvent() const { return track != stepsTrack && span.count == 1; }
};

/// An arrow from a call on the host to what it launched on a device.
struct TimelineLaunch
{
    uint32_t launcher = noEvent;
    uint32_t work = noEvent;
    bool operator==(const TimelineLaunch&) const = default;
};

/// All that a picture of the timeline is made of. At the left stand the names of the tracks, at the top the
/// axis; what is between is scrolled.
struct TimelineScene
{
    static constexpr int rulerHeight = 28;

    const Trace* trace = nullptr;
    const TimelineIndex* index = nullptr;
    const TimelineSearch* search = nullptr; ///< what does not match is faded while it is active
    std::vector<TimelineGroup> groups;      ///< of tracks
    const std::vector<TimelineCounter>* counters = nullptr; ///< what the bands of counters draw
    TimelineRows rows;
    TimelineScale scale; ///< its width is that between the names and the right edge
    int scrollY = 0;
    QSize size;
    int namesWidth = 148;
    ThemeColors colors;
    QFont font;

    uint32_t selected = noEvent;
    uint32_t linked = noEvent;            ///< in the other pass; an arrow leads from forward to backward
    std::vector<TimelineLaunch> launches; ///< of the selected event, or the one that launched it
    std::optional<TimelineTarget> hovered;
    std::optional<TimeSpan> measured;
    std::optional<TimeSpan> scope; ///< what the figures of other views speak of

    double xOf(int64_t ns) const { return namesWidth + scale.pixelOf(ns); }
    int64_t timeAt(double x) const { return scale.timeAt(x - namesWidth); }
    int yOf(int contentY) const { return rulerHeight + contentY - scrollY; }
    QRect plot() const
    {
        return {namesWidth, rulerHeight, size.width() - namesWidth, size.height() - rulerHeight};
    }
    /// Where an event stands, one pixel wide at least; in the first lane when its track is collapsed. Null
    /// when its track is not shown.
    QRectF rectOf(uint32_t event) const;
};

/// "conv2d": what an event is called where there is little room.
QString shortName(const Trace& trace, uint32_t name);
/// Of a track: the thread's name, or the stream's.
QString trackName(const Trace& trace, int track);
/// "1.25 GB", "42 %", "17".
QString counterText(const TimelineCounter& counter, double value);

} // namespace stepscope::ui
