#pragma once

#include "ui/runs/run_columns.h"

#include <QList>

#include <string>

namespace stepscope::ui {

class RunDifferences;

using RunRows = std::vector<const LibraryEntry*>;

/// Rows of the table with a header, tab-separated for spreadsheets. Figures are plain numbers, durations in
/// seconds and accuracies in %. The column DiffersBy needs `differences`.
QString runsTsv(const RunRows& runs, const QList<RunColumn>& columns,
                const RunDifferences* differences = nullptr);

/// All figures and settings of the runs; accuracies from 0 to 1, durations in seconds.
std::string runsCsv(const RunRows& runs);

} // namespace stepscope::ui
