#pragma once

#include "core/base/files/text_sink.h"
#include "core/run/run.h"

#include <string>

namespace stepscope {

/// All recorded events of a run, also those that are not in memory, as Chrome trace JSON (the Trace Event
/// Format), as PyTorch's profiler writes it (category cpu_op with "Input Dims", "Sequence number";
/// ProfilerStep#N as user_annotation): opens in Perfetto. Times are µs with three decimals, counted from the
/// first event, with baseTimeNanoseconds giving the absolute time.
///
/// The argument "Stepscope" and the object "stepscope" behind the events say what that format cannot, so that
/// an import gives the same trace again. The argument is a list of numbers, -1 for none:
///   of an event    [EventKind, index of its thread, of the event around it, of the event that launched it]
///   of a step      [-1, StepPhase, index of its first event, of the one after its last]
///   of [memory]    [index of its thread, of the innermost event around it]
/// Events are in the order of the trace and are counted without the steps. The object's "notes" are the run's
/// log, each [milliseconds since 1970, LogLevel, text]. Events that are missing are counted in a "note" that
/// says why, and in the last of the notes. Throws Error, also where no event can be read.
std::string chromeTraceJson(const Run& run);
/// The same piece by piece, in memory for some thousand events at a time. Returns a sentence on the events
/// that cannot be read; empty: all can.
[[nodiscard]] std::string writeChromeTrace(const Run& run, const TextSink& sink);

} // namespace stepscope
