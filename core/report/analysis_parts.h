#pragma once

#include "core/report/analysis.h"

#include <string>
#include <vector>

namespace stepscope {

// The analysis' topics, each by itself. Empty: nothing can be said.

std::vector<std::string> operatorSentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> timeSentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> deviceSentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> firstStepSentences(const LabFigures& figures);
std::vector<std::string> accuracySentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> machineSentences(const LabReportInput& input, const LabFigures& figures);

/// Runs of one variant with each batch size once, by rising batch size; only those of at least two sizes.
/// Indices of runs that trained.
std::vector<std::vector<size_t>> batchSizeGroups(const Comparison& comparison);

} // namespace stepscope
