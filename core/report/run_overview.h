#pragma once

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"
#include "core/report/lab_report.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/steps/step_breakdown.h"

#include <vector>

namespace stepscope {

/// What the first page of a report says about a run besides the figures that are compared: the parts of its
/// steps, its kernels, its memory, and what to improve first.
struct RunOverview
{
    StepSplit split = StepSplit::Passes; ///< Device if the run has device work
    StepFigures parts;                   ///< of the recorded steps; without steps, they are not known
    KernelStatistics kernels;            ///< by name
    AdviceFigures advice;
    std::vector<Finding> findings; ///< of the guided analysis, the most important first
};

/// Covers the events in memory. Empty for a profile of sums by stack, which has no steps.
RunOverview runOverview(const LabReportRun& run);

} // namespace stepscope
