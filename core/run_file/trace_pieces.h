#pragma once

#include "core/run/run.h"
#include "core/trace/calls/call_tree.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/operators/operator_statistics.h"

#include <cstdint>
#include <functional>
#include <string>

namespace stepscope {

/// How far forTracePieces() has come.
struct PiecesRead
{
    int64_t events = 0;  ///< handed over
    std::string problem; ///< a sentence on what cannot be read; empty: all that the run file should hold was
};

/// Hands all recorded events of a run to `take`, piece by piece in their order: the trace itself where it
/// holds all of them, else what the run file holds, in memory for one piece at a time. A piece is a trace of
/// some whole steps, whose indices count from its own first event and refer to nothing in other pieces; ids
/// of names, shapes and threads are those of the run's trace. It is gone when `take` returns.
///
/// Ends with the last piece whose events the run has counted, though a file that is being written may hold
/// more by now. Where a piece cannot be read, those before it have been handed over; where none can, the part
/// that is in memory has. Throws what `take` throws, and nothing of its own.
PiecesRead forTracePieces(const Run& run, const std::function<void(const Trace& piece)>& take);

/// A sentence that says how many of the recorded events were kept nowhere, so that no piece has them; empty:
/// none.
std::string missingEventsText(const Run& run);
/// The same when forTracePieces() has returned `read`: with the events that cannot be read, and those that a
/// run that is not over had not yet written to its file.
std::string missingEventsText(const Run& run, const PiecesRead& read);

/// Figures of all recorded events.
template<typename Figures>
struct Recorded
{
    Figures figures;
    std::string problem; ///< a sentence on what cannot be read, and is not in the figures; empty: nothing
};

/// Statistics of all recorded events, by operator or by operator and shape: exact, whatever part of them is
/// in memory. Of running totals where no event was kept, or not all can be read.
Recorded<OperatorStatistics> recordedStatistics(const Run& run, OperatorGrouping grouping);

/// Statistics of all recorded kernels that can be read.
Recorded<KernelStatistics> recordedKernels(const Run& run, KernelGrouping grouping);

/// The calls of all recorded events that can be read.
Recorded<CallTree> recordedCallTree(const Run& run);

} // namespace stepscope
