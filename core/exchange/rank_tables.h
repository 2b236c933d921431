#pragma once

#include "core/run/run.h"
#include "core/trace/trace.h"

#include <string>

namespace stepscope {

/// CSV of the ranks of a distributed run, one row per rank: its recorded steps, the mean time of a step and
/// of its parts, communication and its overlap with computation, and how often and by how much it was the
/// last to reach a collective call. Only the header for other traces.
std::string ranksCsv(const Trace& trace);

/// The same for a run. One that is a single rank of a distributed run, according to its file, has one row,
/// without figures of collective calls, which need the other ranks. Empty for other runs.
std::string ranksCsv(const Run& run);

} // namespace stepscope
