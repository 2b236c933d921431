#pragma once

#include "core/run/run.h"

#include <string>

namespace stepscope {

/// CSV of the ranks of a distributed run, one row per rank: its recorded steps, the mean time of a step and
/// of its parts, communication and its overlap with computation, and how often and by how much it was the
/// last to reach a collective call. A run that is a single rank of a distributed one, according to its file,
/// has one row, without figures of collective calls, which need the other ranks. Empty for other runs.
std::string ranksCsv(const Run& run);

} // namespace stepscope
