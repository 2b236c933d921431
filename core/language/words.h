#pragma once

#include "core/run/bootstrap.h"
#include "core/run/run.h"
#include "core/trace/trace.h"

#include <string>

namespace stepscope {

// What values are called in tables, charts and sentences that are read, in the catalogue's language. Files
// for machines keep passName(), runOutcomeName() and verdictName().

/// "Backward".
std::string passWord(Pass pass);
/// "finished".
std::string outcomeWord(RunOutcome outcome);
/// "no real difference".
std::string verdictWord(Verdict verdict);

} // namespace stepscope
