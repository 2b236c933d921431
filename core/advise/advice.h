#pragma once

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <vector>

namespace stepscope {

/// The guided analysis of a run: every question, answered as far as the recording allows. Findings worth a
/// look come first, by the time that could be gained, with causes before their consequences; then good ones;
/// then those that do not apply or have no answer, the device's questions last. A trace without steps is
/// analyzed as a whole. Empty for a run with neither steps nor a trace, and for sums by stack.
std::vector<Finding> advise(const Run& run, const Environment& environment, const AdviceFigures& figures);

/// The same for a complete run.
std::vector<Finding> advise(const Run& run, const Environment& environment, const StepRange& steps = {});

/// The operators of the recorded steps whose improvement gains the most; at most `count`.
std::vector<OperatorGain> operatorGains(const AdviceFigures& figures, const Trace& trace, size_t count);

} // namespace stepscope
