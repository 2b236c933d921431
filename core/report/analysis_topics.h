#pragma once

#include "core/report/analysis.h"

#include <string>
#include <vector>

namespace stepscope {

// The topics of the analysis. Empty: nothing to report.

std::vector<std::string> operatorSentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> timeSentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> deviceSentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> firstStepSentences(const LabFigures& figures);
std::vector<std::string> accuracySentences(const LabReportInput& input, const LabFigures& figures);
std::vector<std::string> machineSentences(const LabReportInput& input, const LabFigures& figures);

/// Runs of one variant, one per batch size, sorted by batch size; only variants with at least two sizes.
/// Indices of runs that trained.
std::vector<std::vector<size_t>> batchSizeGroups(const Comparison& comparison);

} // namespace stepscope
