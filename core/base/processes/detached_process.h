#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace stepscope {

/// Starts a program that continues on its own: in its own session, without this process's terminal and
/// standard streams. Returns its process id, for callers that wait for it. Throws Error when it cannot be
/// started.
pid_t startDetached(const std::vector<std::string>& command);

} // namespace stepscope
