#pragma once

#include "core/exchange/report.h"
#include "core/run/run.h"
#include "core/run/run_figures.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/operators/operator_statistics.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// The files of a run's report, and what was left out.
struct WrittenReport
{
    std::filesystem::path folder;
    std::vector<std::string> files;
    ReportOmissions omissions;
};

/// The figures shown for a run's steps, operators and kernels.
struct TopFigures
{
    TrainingFigures steps;
    OperatorStatistics operators;
    KernelStatistics kernels;
    std::string problem; ///< a sentence about steps or events that cannot be read; empty: none
};
/// Reads what is not in memory from the run's file: steps, block by block, and the events that were left out.
TopFigures topFigures(const Run& run);

/// The most expensive operators by self time, as a table with aligned columns below a line that says what it
/// covers. Empty if nothing was profiled.
std::string topOperatorsText(const Run& run, const OperatorStatistics& statistics, size_t count = 10);

/// The most expensive kernels by time, in the same format. Empty for a run without kernels.
std::string topKernelsText(const Run& run, const KernelStatistics& statistics, size_t count = 10);

/// What --json prints: outcome, final and per-epoch figures, step times, operators, kernels, files, warnings,
/// failure.
std::string resultJson(const Run& run, const TopFigures& figures, const WrittenReport& report);

} // namespace stepscope
