#pragma once

#include "core/run/run.h"

#include <string>

namespace stepscope {

/// The run's trace as Chrome trace JSON (the Trace Event Format), as PyTorch's profiler writes it (category
/// cpu_op with "Input Dims", "Sequence number"; ProfilerStep#N as user_annotation): opens in Perfetto. Times
/// are µs with three decimals, counted from the first event, with baseTimeNanoseconds giving the absolute
/// time.
std::string chromeTraceJson(const Run& run);

} // namespace stepscope
