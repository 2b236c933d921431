#include "ui/details/details_text.h"

#include "core/base/text/format.h"
#include "core/base/text/symbol_name.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/event_surroundings.h"
#include "core/trace/range_sums.h"
#include "ui/support/qt_text.h"
#include "ui/timeline/timeline_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <QUrl>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct DetailsWords
{
    Q_DECLARE_TR_FUNCTIONS(Details)
};

/// Since the start of its step, else since that of the first event: threads need not be in order of time.
QString startText(const Trace& trace, int64_t startNs)
{
    for (const TraceStep& step : trace.steps) {
        if (startNs >= step.startNs && startNs < step.startNs + step.durationNs)
            return DetailsWords::tr("%1 into step %2")
                .arg(durationText(double(startNs - step.startNs)), countText(step.number));
    }
    const int64_t firstNs = *std::ranges::min_element(trace.startNs);
    return DetailsWords::tr("%1 after the start of the recording")
        .arg(durationText(double(startNs - firstNs)));
}

QString timedName(const Trace& trace, EventId event)
{
    return QString("%1 (%2)").arg(toQString(trace.names[trace.name[event]]),
                                  durationText(double(trace.durationNs[event])));
}

void addWorkOf(const Trace& trace, EventId event, DetailsText& details)
{
    const TraceDeviceWork* const work = trace.workOf(event);
    if (!work || work->launcher >= trace.endEvent())
        return;
    details.facts += {DetailsWords::tr("Call"), timedName(trace, work->launcher), work->launcher};
    if (const EventId by = launchingOperator(trace, work); by != noEvent)
        details.facts += {DetailsWords::tr("Operator"), timedName(trace, by), by};
}

void addMemory(int64_t allocations, int64_t allocatedBytes, int64_t freedBytes, DetailsText& details)
{
    if (allocations > 0)
        details.facts +=
            {DetailsWords::tr("Allocated"),
             counted(DetailsWords::tr("%2 in %1 block(s)", nullptr, formNumber(allocations)), allocations)
                 .arg(bytesText(double(allocatedBytes)))};
    if (freedBytes > 0)
        details.facts += {DetailsWords::tr("Freed"), bytesText(double(freedBytes))};
}

void addSurroundings(const Trace& trace, const EventSurroundings& around, DetailsText& details)
{
    for (qsizetype i = 0; i < qsizetype(around.callers.size()); ++i) {
        const EventId caller = around.callers[size_t(i)];
        details.facts +=
            {i == 0 ? DetailsWords::tr("Called by") : QString(), timedName(trace, caller), caller};
    }
    if (around.calls > 0)
        details.facts += {DetailsWords::tr("Calls"), countText(around.calls)};
    if (around.launches > 0)
        details.facts +=
            {DetailsWords::tr("Launched"),
             counted(DetailsWords::tr("%1 on the device, %2", nullptr, formNumber(around.launches)),
                     around.launches)
                 .arg(durationText(double(around.launchedNs)))};
    for (const EventId work : around.launched)
        details.facts += {QString(), timedName(trace, work), work};
    if (around.launches > int64_t(around.launched.size()))
        details.facts += {QString(), QString(QChar(0x2026))};
    addMemory(around.allocations, around.allocatedBytes, around.freedBytes, details);
}

/// Self times, the longest first.
void addRows(const Trace& trace, const QString& heading, const RangeSums::Rows& rows, DetailsText& details)
{
    for (size_t i = 0; i < rows.longest.size(); ++i) {
        const RangeSums::Row& row = rows.longest[i];
        details.facts +=
            {i == 0 ? heading : QString(),
             counted(DetailsWords::tr("%2: %3 in %1 event(s)", nullptr, formNumber(row.events)), row.events)
                 .arg(toQString(trace.names[row.name]), durationText(double(row.selfNs)))};
    }
    if (rows.count > int64_t(rows.longest.size()))
        details.facts += {QString(), QString(QChar(0x2026))};
}

QString linkedText(const DetailsFact& fact)
{
    const QString text = withoutBreaks(fact.text).toHtmlEscaped();
    QString target;
    if (fact.event)
        target = "event:" + QString::number(uint32_t(*fact.event));
    else if (!fact.operatorName.isEmpty())
        target = "operator:" + QString::fromLatin1(QUrl::toPercentEncoding(fact.operatorName));
    return target.isEmpty() ? text : QString("<a href='%1'>%2</a>").arg(target, text);
}

} // namespace

DetailsText eventDetails(const Trace& trace, EventId event)
{
    const bool isOfDevice = isOnDevice(trace.kind[event]);
    const EventSurroundings around = isOfDevice ? EventSurroundings() : surroundingsOf(trace, event);
    const TimelineFacts known = eventFacts(trace, event, around.selfNs);
    DetailsText details{.title = known.title, .facts = {}};
    if (isOfDevice) {
        details.title = toQString(shortSymbol(known.title.toStdString()));
        if (details.title != known.title)
            details.completeName = known.title;
    }
    for (const TimelineFact& fact : known.facts)
        details.facts += {fact.name, fact.value};
    details.facts.insert(std::min<qsizetype>(1, details.facts.size()),
                         {DetailsWords::tr("Start"), startText(trace, trace.startNs[event])});
    if (isOfDevice)
        addWorkOf(trace, event, details);
    else
        addSurroundings(trace, around, details);
    if (trace.kind[event] == EventKind::Operator)
        details.facts += {.name = DetailsWords::tr("All calls"),
                          .text = DetailsWords::tr("of this operator"),
                          .operatorName = details.title};
    return details;
}

DetailsText rangeDetails(const Trace& trace, const TimeInterval& range)
{
    const RangeSums sums = sumsWithin(trace, range.startNs, range.endNs);
    DetailsText details{.title = DetailsWords::tr("Selected time range"), .facts = {}};
    details.facts += {DetailsWords::tr("Duration"), durationText(double(range.ns()))};
    if (!trace.empty())
        details.facts += {DetailsWords::tr("Start"), startText(trace, range.startNs)};
    details.facts += {DetailsWords::tr("Events"), countText(sums.events)};
    for (const auto& [device, ns] : sums.busyNs)
        details.facts += {DetailsWords::tr("GPU %1 busy").arg(device),
                          QString("%1 (%2)").arg(durationText(double(ns)),
                                                 toQString(formatShare(double(ns) / double(range.ns()))))};
    addRows(trace, DetailsWords::tr("On the host"), sums.host, details);
    addRows(trace, DetailsWords::tr("On devices"), sums.device, details);
    addMemory(sums.allocations, sums.allocatedBytes, sums.freedBytes, details);
    return details;
}

QString DetailsText::html(const QString& below) const
{
    QString rows;
    for (const DetailsFact& fact : facts)
        rows +=
            QString("<tr><td style='padding:1px 10px 1px 0'>%1</td><td style='padding:1px 0'>%2</td></tr>")
                .arg(fact.name.toHtmlEscaped(), linkedText(fact));
    return QString("<p><b>%1</b></p>%2<table cellspacing='0'>%3</table>")
        .arg(title.toHtmlEscaped(), below, rows);
}

QString DetailsText::plain() const
{
    QStringList lines{name()};
    for (const DetailsFact& fact : facts)
        lines += fact.name.isEmpty() ? "  " + fact.text : fact.name + ": " + fact.text;
    return lines.join('\n');
}

} // namespace stepscope::ui
