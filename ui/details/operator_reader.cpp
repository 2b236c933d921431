#include "ui/details/operator_reader.h"

#include "core/comparison/operator_peak.h"
#include "core/run/run.h"
#include "core/trace/find_name.h"

#include <QElapsedTimer>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace stepscope::ui {

namespace {

int64_t recordedNs(const Trace& trace, const StepRange& steps)
{
    int64_t ns = 0;
    for (const TraceStep& step : trace.steps)
        ns += isRecorded(step) && steps.contains(step.number) ? step.durationNs : 0;
    return ns;
}

std::vector<OperatorRow> rowsNamed(const OperatorStatistics& statistics, NameId name)
{
    std::vector<OperatorRow> rows;
    std::ranges::copy_if(statistics.rows, std::back_inserter(rows),
                         [name](const OperatorRow& row) { return row.name == name; });
    return rows;
}

} // namespace

OperatorReader::OperatorReader(std::function<const Run*()> run, QObject* parent)
    : QObject(parent)
    , m_run(std::move(run))
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, [this] {
        if (const Run* const run = m_run())
            goOn(*run);
        if (!isReading())
            Q_EMIT finished();
    });
}

void OperatorReader::forget()
{
    stop();
    m_statistics = OperatorStatisticsBuilder(m_steps);
}

void OperatorReader::stop()
{
    m_next.stop();
    m_name.clear();
    m_knowledge.reset();
}

void OperatorReader::read(const std::string& name, const StepRange& steps)
{
    if (name != m_name || steps != m_steps) {
        stop();
        if (steps != m_steps)
            m_statistics = OperatorStatisticsBuilder(steps);
        m_steps = steps;
        m_name = name;
        m_id = noName;
    }
    const Run* const run = m_run();
    if (!run || isReading() || (m_knowledge && seenOf(*run) == m_seen))
        return;
    m_seen = seenOf(*run);
    findName(run->trace);
    goOn(*run);
}

bool OperatorReader::isBehind() const
{
    const Run* const run = m_run();
    return run && !m_name.empty() && seenOf(*run) != m_seen;
}

OperatorReader::Seen OperatorReader::seenOf(const Run& run)
{
    return {run.trace.size(), run.totals.steps};
}

/// In a run that grows, an operator may not have been called yet.
void OperatorReader::findName(const Trace& trace)
{
    if (m_id != noName)
        return;
    m_id = stepscope::findName(trace, m_name);
    m_rows.clear();
    m_details = {};
    m_use = OperatorUseBuilder(m_id);
}

void OperatorReader::goOn(const Run& run)
{
    if (m_id == noName)
        return;
    if (readSome(run.trace))
        take(run);
    else
        m_next.start(0);
}

bool OperatorReader::readSome(const Trace& trace)
{
    constexpr int budgetMs = 6;
    QElapsedTimer clock;
    clock.start();
    bool isAll = false;
    while (!isAll && clock.elapsed() < budgetMs)
        isAll = readPortion(trace);
    return isAll;
}

bool OperatorReader::readPortion(const Trace& trace)
{
    constexpr uint32_t eventsAtOnce = 1 << 14;
    if (!m_statistics.update(trace, eventsAtOnce))
        return false;
    std::vector<OperatorRowId> rows;
    const auto& totals = m_statistics.totals().rows;
    for (OperatorRowId row(0); row < totals.size(); ++row) {
        if (totals[row].name == m_id)
            rows.push_back(row);
    }
    if (rows != m_rows) { // with further shapes it has to count again
        m_rows = rows;
        m_details = OperatorDetailsBuilder(rows, OperatorGrouping::ByOperator);
    }
    return m_details.update(trace, m_statistics.rowOfEvent(), eventsAtOnce) &&
           m_use.update(trace, m_statistics.rowOfEvent(), m_statistics.layers(), eventsAtOnce);
}

void OperatorReader::take(const Run& run)
{
    OperatorKnowledge knowledge = m_rows.empty() ? knowledgeOfTotals(run) : knowledgeOfEvents(run);
    if (knowledge.rows.empty())
        m_knowledge.reset();
    else
        m_knowledge = std::move(knowledge);
}

OperatorKnowledge OperatorReader::knowledgeOfEvents(const Run& run) const
{
    OperatorKnowledge known{.statistics = m_statistics.statistics(OperatorGrouping::ByOperator),
                            .rows = {},
                            .details = m_details.details(),
                            .use = m_use.use()};
    markLaunches(known.statistics, run);
    known.rows = rowsNamed(known.statistics, m_id);
    known.stepsNs = recordedNs(run.trace, m_steps);
    known.hasLayers = std::ranges::find(run.trace.kind, EventKind::Layer) != run.trace.kind.end();
    DurationDigest durations;
    for (const OperatorRow& row : known.rows)
        durations.add(m_statistics.durationsOf(row, OperatorGrouping::ByOperator));
    if (durations.calls() > 0)
        known.spread = durations.spread(known.rows.front().firstNs);
    return known;
}

/// Of an operator whose events were not kept. Running totals have no single steps.
OperatorKnowledge OperatorReader::knowledgeOfTotals(const Run& run) const
{
    OperatorKnowledge known;
    if (!m_steps.isAll())
        return known;
    known.statistics = operatorStatistics(run.totals, OperatorGrouping::ByOperator);
    known.rows = rowsNamed(known.statistics, m_id);
    const auto byShape = operatorStatistics(run.totals, OperatorGrouping::ByOperatorAndShape);
    for (const OperatorRow& row : rowsNamed(byShape, m_id)) { // of each pass
        auto& shapes = known.details.shapes;
        auto same = std::ranges::find(shapes, row.shape, &OperatorDetails::Shape::shape);
        if (same == shapes.end())
            same = shapes.insert(same, {.shape = row.shape});
        same->calls += row.calls;
        same->ns += row.totalNs;
    }
    std::ranges::stable_sort(known.details.shapes, std::ranges::greater(), &OperatorDetails::Shape::ns);
    return known;
}

} // namespace stepscope::ui
