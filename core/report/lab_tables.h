#pragma once

#include "core/comparison/setting_figures.h"
#include "core/report/document.h"
#include "core/report/lab_figures.h"

#include <string>

namespace stepscope {

// The tables of a lab report.

DocumentTable runsTable(const LabReportInput& input);
/// Rows that no machine has are left out; a column for each machine and software.
DocumentTable environmentTable(const LabReportInput& input);
/// How many different machines and softwares the runs were measured on.
size_t environmentCount(const LabReportInput& input);
DocumentTable comparisonTable(const LabReportInput& input, const LabFigures& figures);
/// A row a setting; of runs with repeats.
DocumentTable settingsTable(const std::vector<SettingFigures>& settings);
/// The operators of one run, by falling self time.
DocumentTable operatorTable(const OperatorStatistics& statistics, const Trace& trace, const std::string& id,
                            size_t limit = 10);
DocumentTable operatorComparisonTable(const LabReportInput& input, const LabFigures& figures,
                                      size_t limit = 20);

/// A name as part of a file's name: letters, digits, "-", "_" and "." of it.
std::string filePart(const std::string& name);

} // namespace stepscope
