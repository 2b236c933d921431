#pragma once

#include "core/trace/trace.h"

#include <string>

namespace stepscope {

/// "Data loader 1": the name of the thread of a data loader's worker, which is counted from 0.
std::string loaderThreadName(size_t worker);

/// Whether a range is the work of a data loader's worker, or its wait. Workers prepare later batches while a
/// step runs: what they do is no part of the step, nor called by anything in it.
bool isLoaderRange(const Trace& trace, EventId event);

} // namespace stepscope
