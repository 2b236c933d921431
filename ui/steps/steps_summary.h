#pragma once

#include "core/trace/step_range.h"
#include "core/trace/steps/rank_figures.h"

#include <QString>

#include <cstddef>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// The times of the selected steps, whose figures are given, and in a second line how steps were found that
/// were not recorded: "Selected: steps 12 to 15 · 4 recorded steps · median 1.20 ms". `run` may be null.
QString stepsSummary(const Run* run, const StepFigures& figures, StepSplit split, const StepRange& selected);
/// How much of its communication a rank overlaps with computation, and how often the others wait for it.
/// `rank`: its index in the figures.
QString rankSummary(const RanksFigures& figures, size_t rank);

} // namespace stepscope::ui
