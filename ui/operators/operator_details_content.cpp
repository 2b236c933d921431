#include "ui/operators/operator_details_content.h"

#include "core/base/text/format.h"
#include "core/base/text/symbol_name.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>

namespace stepscope::ui {

namespace {

using Content = OperatorDetailsContent;

constexpr int bins = 32;

struct OperatorDetailsWords
{
    Q_DECLARE_TR_FUNCTIONS(OperatorDetails)
};

QString callsText(int64_t calls)
{
    return counted(OperatorDetailsWords::tr("%1 call(s)", nullptr, formNumber(calls)), calls);
}

QString lineHelp(const QString& text, int64_t calls, int64_t ns)
{
    return OperatorDetailsWords::tr("%1: %2 in %3").arg(text, durationText(double(ns)), callsText(calls));
}

Content::Line lineOf(const QString& text, int64_t calls, int64_t ns, int64_t most)
{
    return {.text = text,
            .figure = durationText(double(ns)),
            .help = lineHelp(text, calls, ns),
            .share = most > 0 ? double(ns) / double(most) : 0.0,
            .operatorName = {}};
}

std::vector<Content::Line> shapeLines(const OperatorDetails& details, const Trace& trace)
{
    std::vector<Content::Line> lines;
    for (const auto& shape : details.shapes) {
        const bool isKnown = shape.shape < trace.shapes.size();
        lines.push_back(
            lineOf(isKnown ? toQString(trace.shapes[shape.shape]) : OperatorDetailsWords::tr("not recorded"),
                   shape.calls, shape.ns, details.shapes.front().ns));
        lines.back().figure = QString("%1 × %2").arg(
            countText(shape.calls),
            durationText(shape.calls > 0 ? double(shape.ns) / double(shape.calls) : 0.0));
    }
    return lines;
}

std::vector<Content::Line> callLines(const std::vector<OperatorDetails::Call>& calls, const Trace& trace)
{
    const std::set<NameId> needPass = namesOfSeveralPasses(calls);
    std::vector<Content::Line> lines;
    for (const auto& call : calls) {
        const QString name =
            call.name == noName ? OperatorDetailsWords::tr("no operator") : toQString(trace.names[call.name]);
        const bool isOperator = call.name != noName && !call.isDeviceWork;
        QString text = isOperator ? toQString(withoutNamespace(name.toStdString())) : name;
        if (needPass.contains(call.name))
            text = QString("%1 (%2)").arg(text, toQString(passWord(call.pass)));
        lines.push_back(lineOf(text, call.calls, call.ns, calls.front().ns));
        if (isOperator)
            lines.back().operatorName = name;
    }
    return lines;
}

} // namespace

QString OperatorDetailsContent::passText() const
{
    return severalPasses ? OperatorDetailsWords::tr("several passes") : toQString(passWord(pass));
}

QString OperatorDetailsContent::plain() const
{
    QStringList texts{QString("%1 (%2)").arg(completeName.isEmpty() ? title : completeName, passText())};
    if (!warmUp.isEmpty())
        texts += warmUp;
    const auto add = [&texts](const QString& head, const std::vector<Line>& lines) {
        if (lines.empty())
            return;
        texts += head + ':';
        for (const Line& line : lines)
            texts += "  " + line.help;
    };
    add(OperatorDetailsWords::tr("Input shapes"), shapes);
    add(OperatorDetailsWords::tr("Called by"), callers);
    add(OperatorDetailsWords::tr("Calls and launches"), callees);
    return texts.join('\n');
}

OperatorDetailsContent operatorDetailsContent(const OperatorStatistics& statistics, const OperatorRow& row,
                                              const DurationDigest& durations, const OperatorDetails& details,
                                              const Trace& trace)
{
    Content content;
    content.title = toQString(operatorRowTitle(statistics, row, trace));
    if (statistics.grouping == OperatorGrouping::ByKernel) {
        const QString complete =
            std::exchange(content.title, toQString(shortSymbol(content.title.toStdString())));
        if (content.title != complete)
            content.completeName = complete;
    }
    content.pass = row.severalPasses ? Pass::Other : row.pass; // which gives the charts their color
    content.severalPasses = row.severalPasses;
    content.bins = durations.histogram(bins);
    content.spread = row.spread;
    content.firstNs = row.firstNs;
    if (isByOperator(statistics.grouping) && row.firstRatio() > 0)
        content.warmUp =
            OperatorDetailsWords::tr("first call %1, %2 × the median of the others with its shapes (%3)")
                .arg(durationText(double(row.firstNs)), toQString(formatTimes(row.firstRatio())),
                     durationText(row.spread.restP50Ns));
    for (const auto& step : details.steps)
        content.steps.push_back({step.number, double(step.ns),
                                 OperatorDetailsWords::tr("Step %1: %2 in %3, the longest %4")
                                     .arg(countText(step.number), durationText(double(step.ns)),
                                          callsText(step.calls), durationText(double(step.longestNs)))});
    if (details.areStepsPartial) { // the others alone would mislead
        content.steps.clear();
        content.areStepsAwaited = true;
    }
    if (isByOperator(statistics.grouping))
        content.shapes = shapeLines(details, trace);
    content.callers = callLines(details.callers, trace);
    content.callees = callLines(details.callees, trace);
    return content;
}

} // namespace stepscope::ui
