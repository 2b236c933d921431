#pragma once

#include "core/run/run.h"
#include "core/trace/trace.h"

#include <string>

namespace stepscope {

// Names of values in tables, charts and sentences for readers, in the catalogue's language. Files for
// machines keep passName() and runOutcomeName().

/// "Backward".
std::string passWord(Pass pass);
/// "finished".
std::string outcomeWord(RunOutcome outcome);
/// For a run that another program recorded, whose outcome is not known: "imported".
std::string importedWord();

} // namespace stepscope
