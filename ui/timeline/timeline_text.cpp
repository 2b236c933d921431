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

TimelineFacts stepFacts(const TraceStep& step)
{
    return {TimelineTextWords::tr("Step %1").arg(countText(step.number)),
            {{TimelineTextWords::tr("Duration"), durationText(step.durationNs)},
             {TimelineTextWords::tr("Events"), countText(int64_t(step.endEvent) - step.firstEvent)}}};
}

TimelineFacts foldedFacts(const Trace& trace, const TimelineTarget& target)
{
    const TimelineSpan& span = target.span;
    TimelineFacts result;
    const bool areSteps = target.track == stepsTrack;
    const int form = formNumber(span.count);
    result.title = counted(areSteps ? TimelineTextWords::tr("%1 step(s)", nullptr, form)
                                    : TimelineTextWords::tr("%1 event(s)", nullptr, form),
                           span.count);
    result.facts.append(
        {TimelineTextWords::tr("From first to last"), durationText(span.endNs - span.startNs)});
    result.facts.append({TimelineTextWords::tr("Busy"), durationText(span.busyNs)});
    if (!areSteps) {
        result.facts.append(
            {TimelineTextWords::tr("Longest"), shortName(trace, trace.name[span.longestEvent()]) + ", " +
                                                   durationText(trace.durationNs[span.longestEvent()])});
        result.facts.append({TimelineTextWords::tr("Thread"), trackName(trace, target.track)});
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
        add(TimelineTextWords::tr("Bytes"), bytesText(double(work.bytes)) + speed);
    }
    add(TimelineTextWords::tr("Direction"), toQString(copyDirectionWord(work.direction)));
    if (work.occupancy >= 0.0F)
        add(TimelineTextWords::tr("Occupancy"), toQString(formatShare(double(work.occupancy), 0)));
    if (work.grid[0] > 0) {
        add(TimelineTextWords::tr("Blocks"), numbers(work.grid));
        add(TimelineTextWords::tr("Threads per block"), numbers(work.block));
    }
    if (work.registers > 0)
        add(TimelineTextWords::tr("Registers per thread"), countText(work.registers));
    if (work.launcher == noEvent)
        return;
    const EventId by = operatorAround(trace, work.launcher);
    add(TimelineTextWords::tr("Launched by"),
        shortName(trace, trace.name[by == noEvent ? work.launcher : by]));
    add(TimelineTextWords::tr("Launch delay"),
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
    const auto add = [&result](const QString& what, const QString& value) {
        if (!value.isEmpty())
            result.facts.append({what, value});
    };
    const EventKind kind = trace.kind[event];
    const bool isLayer = kind == EventKind::Layer;
    add(TimelineTextWords::tr("Duration"), durationText(trace.durationNs[event]));
    if (!isScope(kind) && !isOnDevice(kind))
        add(TimelineTextWords::tr("Self"), durationText(selfNs));
    if (trace.shape[event] != noShape)
        add(TimelineTextWords::tr("Inputs"), toQString(trace.shapes[trace.shape[event]]));
    const WorkSteps steps = stepsOfWork(trace, event);
    const bool areTwo = steps.launched && steps.launched != steps.ran;
    add(areTwo ? TimelineTextWords::tr("Steps") : TimelineTextWords::tr("Step"),
        toQString(stepTextOfEvent(trace, event)));
    add(TimelineTextWords::tr("Pass"), toQString(passWord(trace.pass[event])));
    if (kind != EventKind::Operator)
        add(TimelineTextWords::tr("Kind"), toQString(eventKindWord(kind)));
    if (const TraceDeviceWork* work = isOnDevice(kind) ? trace.workOf(event) : nullptr)
        addWork(trace, *work, add);
    if (!isLayer)
        add(TimelineTextWords::tr("Layer"), toQString(layerOfEvent(trace, event)));
    add(isOnDevice(kind) ? TimelineTextWords::tr("Stream") : TimelineTextWords::tr("Thread"),
        trackName(trace, trace.thread[event]));
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
    for (const auto& [what, value] : facts)
        parts += what == TimelineTextWords::tr("Inputs") || what == TimelineTextWords::tr("Steps")
                     ? value
                     : what.toLower() + " " + value;
    return parts.join(" · ");
}

QString TimelineFacts::toolTip() const
{
    QString rows;
    for (const auto& [what, value] : facts)
        rows += QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>")
                    .arg(what.toHtmlEscaped(), value.toHtmlEscaped());
    return QStringLiteral("<b>%1</b><table cellspacing='0'>%2</table>").arg(title.toHtmlEscaped(), rows);
}

QString TimelineFacts::plain() const
{
    QStringList lines{title};
    for (const auto& [what, value] : facts)
        lines += what + ": " + value;
    return lines.join('\n');
}

} // namespace stepscope::ui
