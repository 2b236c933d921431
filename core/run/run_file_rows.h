#pragma once

#include "core/base/sqlite.h"
#include "core/run/run.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope {

/// The training steps of a run file from the step `from` on, one after the other.
class StepReader
{
public:
    StepReader(SqliteDatabase& database, int64_t from);

    /// None after the last one. Throws Error.
    std::optional<StepMetrics> next();

private:
    SqliteStatement m_rows;
    int64_t m_next;
};

/// Each appends the rows of a run file's table behind the first `from`. What stands before a damaged one has
/// been appended when they throw Error.
void readSteps(SqliteDatabase& database, std::vector<StepMetrics>& steps, int64_t from);
void readEpochs(SqliteDatabase& database, std::vector<EpochMetrics>& epochs, int64_t from);
void readSamples(SqliteDatabase& database, std::vector<MachineSample>& samples, int64_t from);
void readLog(SqliteDatabase& database, std::vector<LogEntry>& log, int64_t from);
/// Here `from` counts points of all series; nothing in a file from before there were scalars.
void readScalars(SqliteDatabase& database, std::vector<ScalarSeries>& scalars, int64_t from);

} // namespace stepscope
