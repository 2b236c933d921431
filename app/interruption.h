#pragma once

#include <chrono>

namespace stepscope {

/// From now on the first SIGINT or SIGTERM is only noted, and the second one ends the program at once with
/// exit code 130. A reader of our output that goes away does not end it either.
void watchForInterruption();

bool interrupted();

/// Sleeps, but not on when an interruption comes.
void sleepUnlessInterrupted(std::chrono::milliseconds duration);

} // namespace stepscope
