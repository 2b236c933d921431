#pragma once

#include "core/run/run.h"
#include "core/trace/calls/call_tree.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/operators/operator_statistics.h"

#include <cstdint>
#include <functional>
#include <string>

namespace stepscope {

/// The progress of forTracePieces().
struct PiecesRead
{
    int64_t events = 0;  ///< passed to `take`
    std::string problem; ///< a sentence on what cannot be read; empty: everything that should be in the run
                         ///< file was read
};

/// Passes all recorded events of a run to `take`, piece by piece in order: the trace itself if it has all of
/// them, else those in the run file, with one piece in memory at a time. A piece is a trace of some whole
/// steps, whose indices count from its own first event and refer to nothing in other pieces; ids of names,
/// shapes and threads are those of the run's trace. A piece is only valid until `take` returns.
///
/// Ends with the last piece whose events the run has counted, even if a file that is being written has more
/// by now. If a piece cannot be read, all pieces before it have been passed on; if no piece can be read, the
/// part in memory has been. Passes on exceptions of `take`, and throws none of its own.
PiecesRead forTracePieces(const Run& run, const std::function<void(const Trace& piece)>& take);

/// A sentence that says how many of the recorded events were not kept anywhere, so that no piece has them;
/// empty: none.
std::string missingEventsText(const Run& run);
/// The same after forTracePieces() has returned `read`: includes events that cannot be read, and those that
/// an unfinished run has not yet written to its file.
std::string missingEventsText(const Run& run, const PiecesRead& read);

/// Figures of all recorded events.
template<typename Figures>
struct Recorded
{
    Figures figures;
    std::string problem; ///< a sentence on what cannot be read and is missing in the figures; empty: nothing
};

/// Statistics of all recorded events, by operator or by operator and shape: exact, whatever part of them is
/// in memory. From running totals when no event was kept, or not all can be read.
Recorded<OperatorStatistics> recordedStatistics(const Run& run, OperatorGrouping grouping);

/// Statistics of all recorded kernels that can be read.
Recorded<KernelStatistics> recordedKernels(const Run& run, KernelGrouping grouping);

/// The calls of all recorded events that can be read.
Recorded<CallTree> recordedCallTree(const Run& run);

} // namespace stepscope
