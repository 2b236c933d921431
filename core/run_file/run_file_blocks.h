#pragma once

#include "core/base/files/sqlite.h"
#include "core/run_file/run_file_steps.h"
#include "core/run_file/run_file_trace.h"

#include <limits>
#include <optional>
#include <string>

namespace stepscope {

/// More rows than any writer puts in a block, which covers about a second, or a whole imported trace.
inline constexpr int64_t maxBlockEvents = 50'000'000;

/// The blocks of events of a run file in turn, starting at the event known.events.
class TraceBlockReader
{
public:
    /// `known` has the names, shapes and threads that events may refer to.
    TraceBlockReader(SqliteDatabase& database, const TracePosition& known);

    /// Some events of the trace, with the allocations and device work during them; all indices count from the
    /// block's first event, and are valid. None after the last block, and when it would take more than
    /// `bytes` of memory: then no other call may follow. Throws Error.
    std::optional<TraceChunk> next(int64_t bytes = std::numeric_limits<int64_t>::max());

private:
    TracePosition m_known;
    SqliteStatement m_blocks;
    SqliteStatement m_column;
};

/// The trace of a run file in pieces: a piece is a block of events with its steps, and all names, shapes,
/// threads and devices.
class TracePieceReader
{
public:
    explicit TracePieceReader(SqliteDatabase& database);

    /// Null after the last piece; valid until the next call. Throws Error.
    const Trace* next();

private:
    void readStep();

    Trace m_piece;
    TracePosition m_known;
    TraceBlockReader m_blocks;
    TraceStepReader m_steps;
    std::optional<StoredTraceStep> m_step; ///< the next one
    std::string m_stepFailure;             ///< why the next one cannot be read; empty: it can
    int64_t m_firstEvent = 0;              ///< of the next piece
};

} // namespace stepscope
