#include "ui/timeline/timeline_text.h"

#include "core/base/format.h"
#include "core/experiment/step_phase.h"
#include "core/trace/timeline_event.h"

#include <QObject>
#include <QStringList>

namespace stepscope::ui {

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString duration(int64_t ns)
{
    return text(formatNs(double(ns)));
}

TimelineFacts stepFacts(const TraceStep& step)
{
    return {QObject::tr("Step %1").arg(text(formatCount(step.number))),
            {{QObject::tr("Duration"), duration(step.durationNs)},
             {QObject::tr("Events"), text(formatCount(int64_t(step.endEvent) - step.firstEvent))}}};
}

TimelineFacts foldedFacts(const Trace& trace, const TimelineTarget& target)
{
    const TimelineSpan& span = target.span;
    TimelineFacts told;
    const bool areSteps = target.track == stepsTrack;
    told.title =
        (areSteps ? QObject::tr("%1 steps") : QObject::tr("%1 events")).arg(text(formatCount(span.count)));
    told.facts.append({QObject::tr("From first to last"), duration(span.endNs - span.startNs)});
    told.facts.append({QObject::tr("In them"), duration(span.busyNs)});
    if (!areSteps) {
        told.facts.append({QObject::tr("Longest"), shortName(trace, trace.name[span.longest]) + ", " +
                                                       duration(trace.durationNs[span.longest])});
        told.facts.append({QObject::tr("Thread"), trackName(trace, target.track)});
    }
    return told;
}

} // namespace

TimelineFacts eventFacts(const Trace& trace, const TimelineIndex& index, uint32_t event)
{
    TimelineFacts told;
    told.title = text(trace.names[trace.name[event]]);
    const auto add = [&told](const QString& what, const QString& value) {
        if (!value.isEmpty())
            told.facts.append({what, value});
    };
    const bool isLayer = trace.kind[event] == EventKind::Layer;
    add(QObject::tr("Duration"), duration(trace.durationNs[event]));
    if (!isLayer)
        add(QObject::tr("Self"), duration(selfNsOfEvent(trace, index, event)));
    if (trace.shape[event] != noShape)
        add(QObject::tr("Inputs"), text(trace.shapes[trace.shape[event]]));
    if (const TraceStep* step = stepOfEvent(trace, event))
        add(QObject::tr("Step"), text(formatCount(step->number)));
    add(QObject::tr("Pass"), passName(trace.pass[event]));
    if (isLayer)
        add(QObject::tr("Kind"), QObject::tr("layer"));
    else
        add(QObject::tr("Layer"), text(layerOfEvent(trace, event)));
    add(QObject::tr("Thread"), trackName(trace, trace.thread[event]));
    return told;
}

TimelineFacts targetFacts(const Trace& trace, const TimelineIndex& index, const TimelineTarget& target)
{
    if (target.span.count > 1)
        return foldedFacts(trace, target);
    return target.track == stepsTrack ? stepFacts(trace.steps[target.span.longest])
                                      : eventFacts(trace, index, target.span.longest);
}

QString TimelineFacts::line() const
{
    QStringList parts;
    for (const auto& [what, value] : facts)
        parts += what == QObject::tr("Inputs") ? value : what.toLower() + " " + value;
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
