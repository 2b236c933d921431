#pragma once

#include "core/trace/timeline/timeline_list.h"
#include "core/trace/timeline/timeline_search.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QRectF>
#include <QSize>

#include <optional>

namespace stepscope::ui {

/// A range of times, in the trace's nanoseconds.
struct TimeSpan
{
    int64_t fromNs = 0;
    int64_t toNs = 0;
    bool operator==(const TimeSpan&) const = default;
};

/// What is under the pointer.
struct TimelineTarget
{
    int track = stepsTrack;
    int lane = 0;
    TimelineSpan span;
};

/// An arrow from a call on the host to what it launched on a device.
struct TimelineLaunch
{
    EventId launcher = noEvent;
    EventId work = noEvent;
    bool operator==(const TimelineLaunch&) const = default;
};

/// Everything needed to draw the timeline. The track names are on the left and the axis is at the top; the
/// rest is scrolled.
struct TimelineScene
{
    static constexpr int rulerHeight = 28;

    const Trace* trace = nullptr;
    const TimelineIndex* index = nullptr;
    const TimelineSearch* search = nullptr; ///< events that do not match an active search are faded
    std::vector<TimelineGroup> groups;      ///< of tracks
    const std::vector<TimelineCounter>* counters = nullptr; ///< drawn in the counter bands
    TimelineSizes sizes;                                    ///< of the rows, for the height of the text
    TimelineRows rows;
    TimelineScale scale; ///< covers the width between the names and the right edge
    int scrollY = 0;
    QSize size;
    int namesWidth = 148;
    ThemeColors colors;
    QFont font;

    EventId selected = noEvent;
    EventId linked = noEvent;             ///< in the other pass; an arrow leads from forward to backward
    std::vector<TimelineLaunch> launches; ///< of the selected event, or the one that launched it
    std::optional<TimelineTarget> hovered;
    std::optional<TimeSpan> measured;
    std::optional<TimeSpan> scope; ///< covered by the figures of other views

    /// Also makes rows and names as large as the text needs.
    void setFont(const QFont& textFont);
    double xOf(int64_t ns) const { return namesWidth + scale.pixelOf(ns); }
    int64_t timeAt(double x) const { return scale.timeAt(x - namesWidth); }
    int yOf(int contentY) const { return rulerHeight + contentY - scrollY; }
    QRect plot() const
    {
        return {namesWidth, rulerHeight, size.width() - namesWidth, size.height() - rulerHeight};
    }
    /// The rectangle of an event, at least one pixel wide, in the first lane if its track is collapsed. Null
    /// if its track is not shown.
    QRectF rectOf(EventId event) const;
};

/// "conv2d": the short name of an event.
QString shortName(const Trace& trace, NameId name);
/// The name of a track's thread or stream.
QString trackName(const Trace& trace, int track);
/// "1.25 GB", "42 %", "17".
QString counterText(const TimelineCounter& counter, double value);

} // namespace stepscope::ui
