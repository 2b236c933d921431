#pragma once

#include "core/report/charts/chart.h"
#include "core/report/document.h"
#include "core/report/lab_figures.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

// The first page of a report: each run at a glance.

/// Runs side by side in one table, which a page has room for.
inline constexpr size_t mostOverviewColumns = 4;

/// The facts of the runs from `first` on, one row per fact and one column per run, at most
/// mostOverviewColumns. Facts that are not known for any of them are left out.
DocumentTable overviewTable(const LabReportInput& input, const LabFigures& figures, size_t first = 0);

/// The mean step of each run that is split in this way, as one bar made of its parts; nullopt if there is no
/// such run.
std::optional<Chart> stepPartsChart(const LabReportInput& input, const LabFigures& figures, StepSplit split);

/// For each analyzed run: what to improve first and what that can gain, or that nothing was found.
std::vector<std::string> improvementSentences(const LabReportInput& input, const LabFigures& figures);

} // namespace stepscope
