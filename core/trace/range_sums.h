#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace stepscope {

/// What happened between two times of a trace. Of an event that reaches beyond them, the part between them
/// counts.
struct RangeSums
{
    struct Row
    {
        NameId name{0};
        int64_t events = 0;
        int64_t selfNs = 0; ///< without events in them that have a row
    };
    /// The longest rows of some kind.
    struct Rows
    {
        std::vector<Row> longest; ///< first the longest, at most mostRows
        int64_t count = 0;        ///< of all rows
    };
    Rows host;   ///< operators, and calls of the runtime
    Rows device; ///< kernels, copies and memory sets
    int64_t events = 0;
    /// Number of each device, and the time in which something ran on it.
    std::vector<std::pair<int16_t, int64_t>> busyNs;
    int64_t allocations = 0;
    int64_t allocatedBytes = 0;
    int64_t freedBytes = 0;

    static constexpr size_t mostRows = 10;
};

/// `toNs` is not included. Takes time in proportion to the events of the trace.
RangeSums sumsWithin(const Trace& trace, int64_t fromNs, int64_t toNs);

} // namespace stepscope
