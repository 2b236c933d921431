#pragma once

#include <chrono>

namespace stepscope {

/// From now on the first SIGINT or SIGTERM is only noted, and the second one ends the program at once with
/// exit code 130. Nor does a reader of our output end it that goes away, or a limit on
/// the size of files: both are errors where something is written.
void watchForInterruption();

bool interrupted();

/// Sleeps, but not on when an interruption comes.
void sleepUnlessInterrupted(std::chrono::milliseconds duration);

} // namespace stepscope
