#pragma once

#include "core/operator_bench/operator_times.h"

#include <functional>

namespace stepscope {

/// How many calls of this duration are measured together, so that reading the clock does not count. One if
/// the call changes its inputs.
int64_t callsPerSample(int64_t callNs, bool changesInputs);

/// Measures an operator alone, on the calling thread: first a warm-up, then single calls until
/// `settings.seconds` are over, at least five. The operator is called as TorchScript's interpreter does, by
/// the dispatcher's boxed calling convention, without gradients. Operators that change their inputs get fresh
/// copies for each call, outside of the measured time. Throws Error, also when `isStopped` returns true, and
/// LibTorch's exceptions.
OperatorTimes measureOperator(const OperatorCall& call, const OperatorBenchSettings& settings,
                              const std::function<bool()>& isStopped);

} // namespace stepscope
