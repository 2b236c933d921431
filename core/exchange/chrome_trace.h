#pragma once

#include "core/base/files/text_sink.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <string>

namespace stepscope {

/// All recorded events of a run, including those that are not in memory, as Chrome trace JSON (the Trace
/// Event Format) like that of PyTorch's profiler (category cpu_op with "Input Dims", "Sequence number";
/// ProfilerStep#N as user_annotation): opens in Perfetto. Times are µs with three decimals, counted from the
/// first event, with baseTimeNanoseconds giving the absolute time.
///
/// The argument "Stepscope" and the object "stepscope" after the events contain what that format cannot
/// express, so that an import restores the same trace. The argument is a list of numbers, -1 for none:
///   of an event    [EventKind, index of its thread, of the event around it, of the event that launched it]
///   of a step      [-1, StepPhase, index of its first event, of the one after its last]
///   of [memory]    [index of its thread, of the innermost event around it]
/// Events are in the order of the trace and are counted without the steps. The object's "notes" are the run's
/// log, each entry [milliseconds since 1970, LogLevel, text]; its "device" is that of
/// Experiment, and its "environment" is the machine and the software, as toJson(const Environment&) writes
/// them. Missing events are counted in a "note" that gives the reason, and in the last of the notes.
///
/// Written piece by piece, with some thousand events in memory at a time. Returns a sentence about events
/// that cannot be read; empty: all can. Throws Error, also if no event can be read. `environment`: in which
/// the run was recorded; null: not known.
[[nodiscard]] std::string writeChromeTrace(const Run& run, const TextSink& sink,
                                           const Environment* environment = nullptr);

} // namespace stepscope
