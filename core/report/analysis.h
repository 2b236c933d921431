#pragma once

#include "core/language/sentences.h"
#include "core/report/lab_figures.h"

#include <string>
#include <vector>

namespace stepscope {

/// What the figures say of one matter.
struct AnalysisTopic
{
    SentenceId heading;
    std::vector<std::string> sentences; ///< not empty
};

/// The written analysis, derived from the figures: each sentence with its numbers, none that the runs do not
/// carry, and no topic of which nothing can be said.
std::vector<AnalysisTopic> analysis(const LabReportInput& input, const LabFigures& figures);

/// What a reader has to know of how the figures came about: a busy machine, runs that failed or were stopped,
/// damaged files.
std::vector<std::string> notes(const LabReportInput& input, const LabFigures& figures);

/// Of one cold forward pass. `index` is that of the input's.
std::vector<std::string> forwardPassAnalysis(const LabReportInput& input, const LabFigures& figures,
                                             size_t index);

/// An operator's name as it is written in sentences: without its namespace.
std::string spokenName(const Trace& trace, const OperatorRow& row);

} // namespace stepscope
