#pragma once

#include "core/run/run.h"
#include "core/trace/trace.h"

#include <string>

namespace stepscope {

// What values are called in tables, charts and sentences that are read, in the catalogue's language. Files
// for machines keep passName() and runOutcomeName().

/// "Backward".
std::string passWord(Pass pass);
/// "finished".
std::string outcomeWord(RunOutcome outcome);
/// Of a run that another program recorded, of whose end nothing is known: "imported".
std::string importedWord();

} // namespace stepscope
