#include "ui/steps/step_series.h"

#include "core/import/shared/imported_run.h"
#include "core/trace/event_kind.h"

#include <algorithm>

namespace stepscope::ui {

namespace {

template<typename Item>
std::span<const Item> inRange(const std::vector<Item>& items, const StepRange& range)
{
    const auto first = std::ranges::lower_bound(items, range.first, {}, &Item::number);
    const auto end = std::ranges::upper_bound(items, range.last, {}, &Item::number);
    return first < end ? std::span(first, end) : std::span<const Item>();
}

template<typename Item>
void keepInOrder(std::vector<Item>& items)
{
    if (!std::ranges::is_sorted(items, {}, &Item::number)) // only in a trace from another program
        std::ranges::stable_sort(items, {}, &Item::number);
}

} // namespace

bool StepSeries::update(const Run& run)
{
    // An imported run's metrics count from 0; its trace has the recorded numbers.
    return update(run.trace, isImported(run) ? std::span<const StepMetrics>() : std::span(run.steps));
}

bool StepSeries::update(const Trace& trace, std::span<const StepMetrics> metrics)
{
    if (metrics.size() == m_seenMetrics && trace.steps.size() == m_seenTraceSteps)
        return false;
    addSplits(trace);
    m_figures.reset();
    m_bars.resize(m_bars.size() - m_ahead);
    m_ahead = 0;
    for (; m_seenMetrics < metrics.size(); ++m_seenMetrics) {
        const StepMetrics& step = metrics[m_seenMetrics];
        m_bars.push_back({step.step, step.durationNs, step.phase});
    }
    keepInOrder(m_bars);
    // Its events may arrive before its metrics, or without any.
    const int64_t known = m_bars.empty() ? -1 : m_bars.back().number;
    for (const StepBreakdown& split : splitsIn({.first = known + 1})) {
        m_bars.push_back({split.number, split.wallNs, split.phase});
        ++m_ahead;
    }
    return true;
}

const StepFigures& StepSeries::figures() const
{
    if (!m_figures)
        m_figures = stepFigures(splits());
    return *m_figures;
}

void StepSeries::addSplits(const Trace& trace)
{
    for (StepBreakdown& split : stepBreakdowns(trace, m_seenTraceSteps)) {
        if (split.isSplit)
            m_splits.push_back(split);
    }
    m_seenTraceSteps = trace.steps.size();
    keepInOrder(m_splits);
    if (!hasStreams(trace))
        return;
    for (StepBreakdown& split : m_splitter.update(trace)) {
        if (split.isSplit)
            m_deviceSplits.push_back(split);
    }
    keepInOrder(m_deviceSplits);
}

std::span<const StepBar> StepSeries::barsIn(const StepRange& range) const
{
    return inRange(m_bars, range);
}

std::span<const StepBreakdown> StepSeries::splitsIn(const StepRange& range) const
{
    return inRange(splits(), range);
}

std::optional<int64_t> StepSeries::wallNsOf(int64_t number) const
{
    const auto bars = barsIn({number, number});
    return bars.empty() ? std::nullopt : std::optional(bars.front().wallNs);
}

std::optional<StepRange> StepSeries::recorded() const
{
    if (splits().empty())
        return std::nullopt;
    return StepRange{splits().front().number, splits().back().number};
}

std::optional<StepRange> StepSeries::all() const
{
    if (m_bars.empty())
        return std::nullopt;
    return StepRange{m_bars.front().number, m_bars.back().number};
}

StepSection sectionToShow(const StepSeries& series, bool all, bool isOver)
{
    constexpr int64_t before = 10;          // of the schedule's wait and warm-up
    const int64_t fewest = isOver ? 8 : 20; // that will follow
    StepRange shown = *series.all();
    if (const auto recorded = series.recorded(); recorded && !all)
        shown = {std::max(shown.first, recorded->first - before), recorded->last};
    return {double(shown.first), double(std::max(shown.last + 1, shown.first + fewest))};
}

} // namespace stepscope::ui
