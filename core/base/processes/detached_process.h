#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace stepscope {

/// Starts a program that goes on by itself: in a session of its own, without this process's terminal and
/// standard streams. Returns its process id; whoever stays may wait for it. Throws Error when it cannot be
/// started.
pid_t startDetached(const std::vector<std::string>& command);

} // namespace stepscope
