#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"
#include "core/report/lab_report.h"
#include "core/report/run_overview.h"
#include "core/run/run_figures.h"

#include <string>
#include <vector>

namespace stepscope {

/// All figures of a report, each computed once by the functions that the tables use, too.
struct LabFigures
{
    Comparison comparison;                         ///< of all runs
    OperatorComparison operators;                  ///< of all runs, per image
    std::vector<OperatorStatistics> statistics;    ///< one per run, by operator
    std::vector<RunOverview> overviews;            ///< one per run
    std::vector<OperatorStatistics> forwardPasses; ///< of each forward pass of the input
    std::vector<std::string> problems;             ///< sentences about events that could not be read

    explicit LabFigures(const LabReportInput& input);
};

/// The runs with names and colors, as comparisons need them.
std::vector<NamedRun> namedRuns(const LabReportInput& input);

} // namespace stepscope
