#pragma once

#include "ui/timeline/timeline_scene.h"

#include <QList>
#include <QString>

namespace stepscope::ui {

/// Something that is known about an item of the timeline.
struct TimelineFact
{
    QString name;  ///< "Duration"
    QString value; ///< "1.23 ms"
    QString text;  ///< both, within a line: "duration 1.23 ms"
};

/// The facts about an item of the timeline.
struct TimelineFacts
{
    QString title;
    QList<TimelineFact> facts;

    /// "duration 1.23 ms · self 12 µs · [64, 128] · step 12 · pass Forward · thread training"
    QString line() const;
    /// A table in HTML.
    QString toolTip() const;
    /// One line per fact, for the clipboard.
    QString plain() const;
};

TimelineFacts eventFacts(const Trace& trace, const TimelineIndex& index, EventId event);
/// The same with this self time.
TimelineFacts eventFacts(const Trace& trace, EventId event, int64_t selfNs);
/// Facts about an event, a step, or several of them that are drawn as one.
TimelineFacts targetFacts(const Trace& trace, const TimelineIndex& index, const TimelineTarget& target);

} // namespace stepscope::ui
