#pragma once

#include "core/run/run.h"

#include <string>

namespace stepscope {

// Names of values in tables, charts and sentences for readers, in the user's language. Files for machines
// keep runOutcomeName().

/// "finished".
std::string outcomeWord(RunOutcome outcome);
/// For a run that another program recorded, whose outcome is not known: "imported".
std::string importedWord();

} // namespace stepscope
