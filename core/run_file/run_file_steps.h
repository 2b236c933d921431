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

/// The maximum number of steps per block in a run file, for training steps and recorded steps.
inline constexpr size_t mostStepsInBlock = 1 << 16;

/// Limits the number of steps in a file: each takes some bytes of it, but a compressed block that was made to
/// expand may claim any number.
class StepLimit
{
public:
    explicit StepLimit(SqliteDatabase& database);

    /// Adds to the count. Throws Error when there are too many steps.
    void count(size_t steps);

private:
    int64_t m_left;
};

/// In the table of metadata: the number of the first training step, if it is not 0 because the training was
/// resumed.
inline constexpr auto firstStepKey = "first_step";

/// The training steps of a run file without the first `from` ones, some at a time.
class StepReader
{
public:
    /// In a block, fields whose columns are not read are 0.
    StepReader(SqliteDatabase& database, int64_t from, StepColumns columns = StepColumns::All);

    /// The next steps, valid until the next call; empty after the last one. Throws Error for a damaged block
    /// of steps, after returning the steps before it.
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

/// The number of training steps. Throws Error.
int64_t countSteps(SqliteDatabase& database);

/// Appends the training steps without the first `from` ones. If a block is damaged, it appends the steps
/// before it and throws Error.
void readSteps(SqliteDatabase& database, std::vector<StepMetrics>& steps, int64_t from);

/// The recorded steps of a run file whose numbers are greater than `after`, in order.
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
    int64_t m_last; ///< number of the previous step
    std::vector<StoredTraceStep> m_block;
    size_t m_at = 0;
};

/// The number of recorded steps whose numbers are greater than `after`.
struct TraceStepCount
{
    int64_t steps = 0;
    int64_t lastStep = -1; ///< number of the last one; -1: none
};
/// All steps of a damaged block count. Throws Error.
TraceStepCount countTraceSteps(SqliteDatabase& database, int64_t after);

/// Each function writes up to mostStepsInBlock steps as one block. A block of training steps, whose numbers
/// have no gap, replaces one that starts with the same step. The numbers of recorded steps must increase.
/// Throws Error.
void writeStepBlock(SqliteDatabase& database, std::span<const StepMetrics> steps);
void writeTraceStepBlock(SqliteDatabase& database, std::span<const StoredTraceStep> steps);

} // namespace stepscope
