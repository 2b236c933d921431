#pragma once

#include "core/language/translation.h"
#include "core/report/lab_figures.h"

#include <string>
#include <vector>

namespace stepscope {

/// What the figures say about one topic.
struct AnalysisTopic
{
    Translatable heading;
    std::vector<std::string> sentences; ///< not empty
};

/// The written analysis, derived from the figures: each sentence has its numbers and is supported by the
/// runs; empty topics are left out.
std::vector<AnalysisTopic> analysis(const LabReportInput& input, const LabFigures& figures);

/// Facts that affect the figures: a busy machine, runs that failed or were stopped, damaged files.
std::vector<std::string> notes(const LabReportInput& input, const LabFigures& figures);

/// The analysis of one cold forward pass. `index`: in the input's forward passes.
std::vector<std::string> forwardPassAnalysis(const LabReportInput& input, const LabFigures& figures,
                                             size_t index);

/// An operator's name in sentences: without its namespace.
std::string spokenName(const Trace& trace, const OperatorRow& row);

} // namespace stepscope
