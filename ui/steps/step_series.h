#pragma once

#include "core/run/run.h"
#include "core/trace/steps/step_breakdown.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::ui {

/// One step as it is drawn: its wall time and, if it is recorded, its parts.
struct StepBar
{
    int64_t number = 0;
    int64_t wallNs = 0;
    StepPhase phase = StepPhase::Off;
};

/// The steps of a run, sorted by number; grows with the run.
class StepSeries
{
public:
    /// Reads new steps of the run, which must always be the same one. Returns whether there were any.
    bool update(const Run& run);
    /// The same for a trace without step metrics.
    bool update(const Trace& trace) { return update(trace, {}); }

    const std::vector<StepBar>& bars() const { return m_bars; }
    /// The recorded steps, split in the way that is shown.
    const std::vector<StepBreakdown>& splits() const
    {
        return m_split == StepSplit::Device ? m_deviceSplits : m_splits;
    }
    void setSplit(StepSplit split)
    {
        m_split = split;
        m_figures.reset();
    }
    StepSplit split() const { return m_split; }
    /// Whether there are device parts.
    bool hasDevice() const { return !m_deviceSplits.empty(); }
    /// The bars with a number in the range.
    std::span<const StepBar> barsIn(const StepRange& range) const;
    std::span<const StepBreakdown> splitsIn(const StepRange& range) const;
    /// The wall time of a step; none: not known.
    std::optional<int64_t> wallNsOf(int64_t number) const;
    /// stepFigures() of all recorded steps, computed once until there are more.
    const StepFigures& figures() const;
    /// From the first recorded step to the last one.
    std::optional<StepRange> recorded() const;
    std::optional<StepRange> all() const;

private:
    bool update(const Trace& trace, std::span<const StepMetrics> metrics);
    void addSplits(const Trace& trace);

    size_t m_seenMetrics = 0;
    size_t m_seenTraceSteps = 0;
    size_t m_ahead = 0; ///< bars at the end that are only known from the trace so far
    std::vector<StepBar> m_bars;
    std::vector<StepBreakdown> m_splits;
    StepSplit m_split = StepSplit::Passes;
    DeviceSplitter m_splitter;
    std::vector<StepBreakdown> m_deviceSplits;
    mutable std::optional<StepFigures> m_figures; ///< until there are more steps
};

/// A part of the steps to show: from one number up to, but not including, another.
struct StepSection
{
    double from = 0.0;
    double to = 1.0;
};

/// The recorded steps and some of those before them; all steps if none is recorded, or if `all` is set. Has
/// room for steps that will follow. `series` must have steps.
StepSection sectionToShow(const StepSeries& series, bool all, bool isOver);

} // namespace stepscope::ui
