#pragma once

#include "core/base/sqlite.h"
#include "core/run/run_file_trace.h"

#include <optional>

namespace stepscope {

/// More rows than any writer's block has, which covers about a second, or a whole imported trace.
inline constexpr int64_t maxBlockEvents = 50'000'000;

/// The blocks of events of a run file, one after the other, from the event known.events on.
class TraceBlockReader
{
public:
    /// `known` has the names, shapes and threads that events may refer to.
    TraceBlockReader(SqliteDatabase& database, const TracePosition& known);

    /// Some events of the trace, what was allocated and what devices did meanwhile; all indices count from
    /// the block's first event, and point to something. None behind the last block. Throws Error.
    std::optional<TraceChunk> next();

private:
    TracePosition m_known;
    SqliteStatement m_blocks;
    SqliteStatement m_column;
};

} // namespace stepscope
