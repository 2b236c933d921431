#pragma once

#include "core/comparison/setting_figures.h"
#include "core/report/document.h"
#include "core/report/lab_figures.h"

#include <string>

namespace stepscope {

// The tables of a lab report.

DocumentTable runsTable(const LabReportInput& input);
/// Rows without values are left out; one column per machine and software.
DocumentTable environmentTable(const LabReportInput& input);
/// The number of different machines and software versions that the runs were measured on.
size_t environmentCount(const LabReportInput& input);
DocumentTable comparisonTable(const LabReportInput& input, const LabFigures& figures);
/// One row per setting, for runs with repeats.
DocumentTable settingsTable(const std::vector<SettingFigures>& settings);
/// The operators of one run, as costliestRows() orders them: by decreasing self time, or if a device worked,
/// by the time of the work that they launched there, which is in the first columns.
DocumentTable operatorTable(const OperatorStatistics& statistics, const Trace& trace, const std::string& id,
                            size_t limit = 10);
/// The kernels of one run, by decreasing time.
DocumentTable kernelTable(const KernelStatistics& statistics, const Trace& trace, const std::string& id,
                          size_t limit = 10);
/// Kernels, copies and memory sets of the runs side by side.
DocumentTable kernelComparisonTable(const LabReportInput& input, const LabFigures& figures,
                                    size_t limit = 20);
DocumentTable operatorComparisonTable(const LabReportInput& input, const LabFigures& figures,
                                      size_t limit = 20);

/// A name as part of a file name: its letters, digits, "-", "_" and ".".
std::string filePart(const std::string& name);

} // namespace stepscope
