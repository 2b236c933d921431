#include "ui/timeline/timeline_text.h"

#include "core/base/text/format.h"
#include "core/experiment/step_phase.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/timeline/timeline_event.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct TimelineTextWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

/// `text` has the place %1 for the value.
TimelineFact timelineFact(const QString& name, const QString& text, const QString& value)
{
    return {name, value, text.arg(value)};
}

/// The text of a fact that needs no name within a line.
const QString valueAlone = QStringLiteral("%1");

TimelineFacts stepFacts(const TraceStep& step)
{
    return {TimelineTextWords::tr("Step %1").arg(countText(step.number)),
            {timelineFact(TimelineTextWords::tr("Duration"), TimelineTextWords::tr("duration %1"),
                          durationText(step.durationNs)),
             timelineFact(TimelineTextWords::tr("Events"), TimelineTextWords::tr("events %1"),
                          countText(int64_t(step.endEvent) - step.firstEvent))}};
}

TimelineFacts foldedFacts(const Trace& trace, const TimelineTarget& target)
{
    const TimelineSpan& span = target.span;
    TimelineFacts result;
    const auto add = [&result](const QString& name, const QString& text, const QString& value) {
        result.facts.append(timelineFact(name, text, value));
    };
    const bool areSteps = target.track == stepsTrack;
    const int form = formNumber(span.count);
    result.title = counted(areSteps ? TimelineTextWords::tr("%1 step(s)", nullptr, form)
                                    : TimelineTextWords::tr("%1 event(s)", nullptr, form),
                           span.count);
    add(TimelineTextWords::tr("From first to last"), TimelineTextWords::tr("from first to last %1"),
        durationText(span.endNs - span.startNs));
    add(TimelineTextWords::tr("Busy"), TimelineTextWords::tr("busy %1"), durationText(span.busyNs));
    if (!areSteps) {
        add(TimelineTextWords::tr("Longest"), TimelineTextWords::tr("longest %1"),
            shortName(trace, trace.name[span.longestEvent()]) + ", " +
                durationText(trace.durationNs[span.longestEvent()]));
        add(TimelineTextWords::tr("Thread"), TimelineTextWords::tr("thread %1"),
            trackName(trace, target.track));
    }
    return result;
}

QString numbers(const uint32_t (&of)[3])
{
    return QString("%1 × %2 × %3").arg(of[0]).arg(of[1]).arg(of[2]);
}

/// The facts about a device event.
template<typename Add>
void addWork(const Trace& trace, const TraceDeviceWork& work, const Add& add)
{
    if (work.bytes >= 0) {
        const auto ns = double(trace.durationNs[work.event]);
        const QString speed =
            ns > 0 ? TimelineTextWords::tr(", %1/s").arg(bytesText(double(work.bytes) / ns * 1e9))
                   : QString();
        add(TimelineTextWords::tr("Bytes"), TimelineTextWords::tr("bytes %1"),
            bytesText(double(work.bytes)) + speed);
    }
    add(TimelineTextWords::tr("Direction"), TimelineTextWords::tr("direction %1"),
        toQString(copyDirectionWord(work.direction)));
    if (work.occupancy >= 0.0F)
        add(TimelineTextWords::tr("Occupancy"), TimelineTextWords::tr("occupancy %1"),
            toQString(formatShare(double(work.occupancy), 0)));
    if (work.grid[0] > 0) {
        add(TimelineTextWords::tr("Blocks"), TimelineTextWords::tr("blocks %1"), numbers(work.grid));
        add(TimelineTextWords::tr("Threads per block"), TimelineTextWords::tr("threads per block %1"),
            numbers(work.block));
    }
    if (work.registers > 0)
        add(TimelineTextWords::tr("Registers per thread"), TimelineTextWords::tr("registers per thread %1"),
            countText(work.registers));
    if (work.launcher == noEvent)
        return;
    const EventId by = operatorAround(trace, work.launcher);
    add(TimelineTextWords::tr("Launched by"), TimelineTextWords::tr("launched by %1"),
        shortName(trace, trace.name[by == noEvent ? work.launcher : by]));
    add(TimelineTextWords::tr("Launch delay"), TimelineTextWords::tr("launch delay %1"),
        durationText(std::max<int64_t>(trace.startNs[work.event] - trace.startNs[work.launcher], 0)));
}

} // namespace

TimelineFacts eventFacts(const Trace& trace, const TimelineIndex& index, EventId event)
{
    const bool hasSelf = !isScope(trace.kind[event]) && !isOnDevice(trace.kind[event]);
    return eventFacts(trace, event, hasSelf ? selfNsOfEvent(trace, index, event) : 0);
}

TimelineFacts eventFacts(const Trace& trace, EventId event, int64_t selfNs)
{
    TimelineFacts result;
    result.title = toQString(trace.names[trace.name[event]]);
    const auto add = [&result](const QString& name, const QString& text, const QString& value) {
        if (!value.isEmpty())
            result.facts.append(timelineFact(name, text, value));
    };
    const EventKind kind = trace.kind[event];
    const bool isLayer = kind == EventKind::Layer;
    add(TimelineTextWords::tr("Duration"), TimelineTextWords::tr("duration %1"),
        durationText(trace.durationNs[event]));
    if (!isScope(kind) && !isOnDevice(kind))
        add(TimelineTextWords::tr("Self"), TimelineTextWords::tr("self %1"), durationText(selfNs));
    if (trace.shape[event] != noShape)
        add(TimelineTextWords::tr("Inputs"), valueAlone, toQString(trace.shapes[trace.shape[event]]));
    const WorkSteps steps = stepsOfWork(trace, event);
    const QString stepText = toQString(stepTextOfEvent(trace, event));
    if (steps.launched && steps.launched != steps.ran)
        add(TimelineTextWords::tr("Steps"), valueAlone, stepText);
    else
        add(TimelineTextWords::tr("Step"), TimelineTextWords::tr("step %1"), stepText);
    add(TimelineTextWords::tr("Pass"), TimelineTextWords::tr("pass %1"),
        toQString(passWord(trace.pass[event])));
    if (kind != EventKind::Operator)
        add(TimelineTextWords::tr("Kind"), TimelineTextWords::tr("kind %1"), toQString(eventKindWord(kind)));
    if (const TraceDeviceWork* work = isOnDevice(kind) ? trace.workOf(event) : nullptr)
        addWork(trace, *work, add);
    if (!isLayer)
        add(TimelineTextWords::tr("Layer"), TimelineTextWords::tr("layer %1"),
            toQString(layerOfEvent(trace, event)));
    const QString track = trackName(trace, trace.thread[event]);
    if (isOnDevice(kind))
        add(TimelineTextWords::tr("Stream"), TimelineTextWords::tr("stream %1"), track);
    else
        add(TimelineTextWords::tr("Thread"), TimelineTextWords::tr("thread %1"), track);
    return result;
}

TimelineFacts targetFacts(const Trace& trace, const TimelineIndex& index, const TimelineTarget& target)
{
    if (target.span.count > 1)
        return foldedFacts(trace, target);
    return target.track == stepsTrack ? stepFacts(trace.steps[target.span.longest])
                                      : eventFacts(trace, index, target.span.longestEvent());
}

QString TimelineFacts::line() const
{
    QStringList parts;
    for (const TimelineFact& fact : facts)
        parts += fact.text;
    return parts.join(" · ");
}

QString TimelineFacts::toolTip() const
{
    QString rows;
    for (const TimelineFact& fact : facts)
        rows += QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>")
                    .arg(fact.name.toHtmlEscaped(), fact.value.toHtmlEscaped());
    return QStringLiteral("<b>%1</b><table cellspacing='0'>%2</table>").arg(title.toHtmlEscaped(), rows);
}

QString TimelineFacts::plain() const
{
    QStringList lines{title};
    for (const TimelineFact& fact : facts)
        lines += fact.name + ": " + fact.value;
    return lines.join('\n');
}

} // namespace stepscope::ui
