#pragma once

#include "core/trace/trace.h"

#include <string>

namespace stepscope {

/// The name of a thread that has one, with its id if another thread of its process has the same name:
/// "python (4711)". Takes time in proportion to the threads.
std::string nameInProcess(const Trace& trace, const TraceThread& thread);

/// The same for a list of the threads of all processes. Where the ids are equal, too, as in the containers of
/// a distributed run, the number of the process or rank comes first: "python (3: 4711)".
std::string nameInTrace(const Trace& trace, const TraceThread& thread);

} // namespace stepscope
