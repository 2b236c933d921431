#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"
#include "core/report/lab_report.h"
#include "core/run/run_figures.h"

#include <string>
#include <vector>

namespace stepscope {

/// All figures that a report is written of, each computed once by the functions that the tables read, too.
struct LabFigures
{
    Comparison comparison;                         ///< of all runs
    OperatorComparison operators;                  ///< of all runs, per image
    std::vector<OperatorStatistics> statistics;    ///< a run each, by operator
    std::vector<MachineUse> use;                   ///< a run each
    std::vector<OperatorStatistics> forwardPasses; ///< of each of the input's
    std::vector<std::string> problems;             ///< sentences on events that could not be read

    explicit LabFigures(const LabReportInput& input);
};

/// Names and colours as the comparisons want them.
std::vector<NamedRun> namedRuns(const LabReportInput& input);

} // namespace stepscope
