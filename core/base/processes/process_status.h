#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace stepscope {

/// The kernel's description of a process in /proc/PID/stat (see proc(5)).
struct ProcessStatus
{
    char state = ' '; ///< 'Z' and 'X': it has ended
    pid_t parent = 0;
    int64_t startTicks = 0; ///< when it started, in clock ticks since the machine's start

    bool hasEnded() const { return state == 'Z' || state == 'X'; }
};

/// nullopt: there is no such process.
std::optional<ProcessStatus> processStatus(int64_t process);

} // namespace stepscope
