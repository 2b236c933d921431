#pragma once

#include "core/base/files/sqlite.h"
#include "core/run/run.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Each function appends the rows of a run file's table after the first `from`. If a row is damaged, it
/// appends the rows before it and throws Error.
void readEpochs(SqliteDatabase& database, std::vector<EpochMetrics>& epochs, int64_t from);
void readSamples(SqliteDatabase& database, std::vector<MachineSample>& samples, int64_t from);
void readLog(SqliteDatabase& database, std::vector<LogEntry>& log, int64_t from);
/// Here `from` counts points of all series. Does nothing for a file of a version without scalars.
void readScalars(SqliteDatabase& database, std::vector<ScalarSeries>& scalars, int64_t from);

} // namespace stepscope
