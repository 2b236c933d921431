#pragma once

#include "core/base/files/sqlite.h"
#include "core/run/run.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Each appends the rows of a run file's table after the first `from`. Those before a damaged one have been
/// appended when they throw Error.
void readEpochs(SqliteDatabase& database, std::vector<EpochMetrics>& epochs, int64_t from);
void readSamples(SqliteDatabase& database, std::vector<MachineSample>& samples, int64_t from);
void readLog(SqliteDatabase& database, std::vector<LogEntry>& log, int64_t from);
/// Here `from` counts points of all series; nothing in a file from before there were scalars.
void readScalars(SqliteDatabase& database, std::vector<ScalarSeries>& scalars, int64_t from);

} // namespace stepscope
