#pragma once

#include "core/base/files/sqlite.h"
#include "core/run/metrics.h"
#include "core/run_file/trace_block.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// Most steps of a block in a run file, of training steps or of recorded ones.
inline constexpr size_t mostStepsInBlock = 1 << 16;

/// How many steps a file may have: each takes some bytes of it, but a block that was made to expand may claim
/// any number.
class StepLimit
{
public:
    explicit StepLimit(SqliteDatabase& database);

    /// Throws Error when these steps are too many.
    void count(size_t steps);

private:
    int64_t m_left;
};

/// The training steps of a run file from the step `from` on, some at a time.
class StepReader
{
public:
    /// Of a block, fields that are in no column to read are 0.
    StepReader(SqliteDatabase& database, int64_t from, StepColumns columns = StepColumns::All);

    /// The next steps, valid until the next call; empty after the last one. Throws Error for a damaged block
    /// of steps, after those before it have been returned.
    std::span<const StepMetrics> next();

private:
    void readRows();
    void readBlock();

    bool m_areRows; ///< before version 5 of run files
    SqliteStatement m_statement;
    StepColumns m_columns;
    StepLimit m_limit;
    int64_t m_next;
    bool m_isFirstBlock = true;
    std::vector<StepMetrics> m_steps;
    std::string m_failure; ///< after m_steps
};

/// How many training steps there are. Throws Error.
int64_t countSteps(SqliteDatabase& database);

/// Appends the training steps from the step `from` on. Those before a damaged block have been appended when
/// it throws Error.
void readSteps(SqliteDatabase& database, std::vector<StepMetrics>& steps, int64_t from);

/// The recorded steps of a run file whose numbers are greater than `after`, in their order.
class TraceStepReader
{
public:
    TraceStepReader(SqliteDatabase& database, int64_t after);

    /// None after the last one. Throws Error.
    std::optional<StoredTraceStep> next();

private:
    bool readBlock();

    bool m_areRows; ///< before version 5 of run files
    SqliteStatement m_statement;
    StepLimit m_limit;
    int64_t m_after;
    int64_t m_last; ///< number of the step before
    std::vector<StoredTraceStep> m_block;
    size_t m_at = 0;
};

/// How many recorded steps have numbers greater than `after`.
struct TraceStepCount
{
    int64_t steps = 0;
    int64_t lastStep = -1; ///< number of the last one; -1: none
};
/// Where a block is damaged, all its steps count. Throws Error.
TraceStepCount countTraceSteps(SqliteDatabase& database, int64_t after);

/// Each writes up to mostStepsInBlock steps as one block. A block of training steps, whose numbers have no
/// gap, replaces one that starts with the same step. The numbers of recorded steps must rise. Throws Error.
void writeStepBlock(SqliteDatabase& database, std::span<const StepMetrics> steps);
void writeTraceStepBlock(SqliteDatabase& database, std::span<const StoredTraceStep> steps);

} // namespace stepscope
