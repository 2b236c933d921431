#pragma once

#include "core/run/run.h"
#include "core/trace/call_tree.h"
#include "core/trace/kernel_statistics.h"
#include "core/trace/operator_statistics.h"

#include <cstdint>
#include <functional>

namespace stepscope {

/// Hands all recorded events of a run to `take`, piece by piece in their order: the trace itself where it
/// holds all of them, else what the run file holds, in memory for one piece at a time. A piece is a trace of
/// some whole steps, whose indices count from its own first event and refer to nothing in other pieces; ids
/// of names, shapes and threads are those of the run's trace. It is gone when `take` returns.
///
/// Returns the number of events handed over. Throws Error where the file cannot be read.
int64_t forTracePieces(const Run& run, const std::function<void(const Trace& piece)>& take);

/// A sentence that says how many of the recorded events were kept nowhere, so that no piece has them; empty:
/// none.
std::string missingEventsText(const Run& run);
/// The same when forTracePieces() has returned `read`.
std::string missingEventsText(const Run& run, int64_t read);

/// Statistics of all recorded events, by operator or by operator and shape: exact, whatever part of them is
/// in memory. Of running totals where no event was kept. Throws Error where the run file cannot be read.
OperatorStatistics recordedStatistics(const Run& run, OperatorGrouping grouping);

/// Statistics of all recorded kernels. Throws Error where the run file cannot be read.
KernelStatistics recordedKernels(const Run& run, KernelGrouping grouping);

/// The calls of all recorded events. Throws Error where the run file cannot be read.
CallTree recordedCallTree(const Run& run);

} // namespace stepscope
