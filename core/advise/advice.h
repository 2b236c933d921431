#pragma once

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <vector>

namespace stepscope {

/// The guided analysis of a run: every question, answered as far as the recording can. What is worth a look
/// comes first, by the time that could be gained, with causes before their consequences; then what is good;
/// then what does not apply or cannot be told, the device's questions last. A trace without steps is analysed
/// as a whole. Says nothing of a run with neither steps nor a trace, nor of sums by stack.
std::vector<Finding> advise(const Run& run, const Environment& environment, const AdviceFigures& figures);

/// The same of a run that is there as a whole.
std::vector<Finding> advise(const Run& run, const Environment& environment, const StepRange& steps = {});

/// The operators that improving gains most, of the recorded steps; at most `count`.
std::vector<OperatorGain> operatorGains(const AdviceFigures& figures, const Trace& trace, size_t count);

} // namespace stepscope
