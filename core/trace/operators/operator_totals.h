#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Running totals of one operator with one set of input shapes in one pass, over all steps so far.
struct OperatorTotal
{
    NameId name{0};
    ShapeId shape = noShape;
    Pass pass = Pass::Other;
    int64_t calls = 0;
    int64_t selfNs = 0;
    /// Time of calls that are not inside another call of the same operator, shape and pass: recursion counts
    /// once.
    int64_t totalNs = 0;
    /// The same regardless of the shape, for the table that groups only by operator.
    int64_t totalAnyShapeNs = 0;
    int64_t durationNs = 0; ///< sum over all calls, including nested ones: for the mean
    int64_t minNs = 0;      ///< shortest and longest call
    int64_t maxNs = 0;
    // Only from a trace, as in OperatorRow: the recorder's running totals have 0.
    int64_t flops = 0;
    int64_t flopsAnyShape = 0;
    int64_t selfBytes = 0;
    int64_t totalBytes = 0;
    int64_t totalAnyShapeBytes = 0;
};

/// The recorder's counts over all steps, whatever their phase, except steps without the recorder. Ids are
/// those of the run's trace.
struct OperatorTotals
{
    int64_t steps = 0; ///< that were counted
    std::vector<OperatorTotal> rows;
    bool hasFlops = false;  ///< the input shapes were recorded, and some operator has a formula
    bool hasMemory = false; ///< allocations were recorded
    int64_t flops = 0;      ///< of all steps, each operation counted once
};

} // namespace stepscope
