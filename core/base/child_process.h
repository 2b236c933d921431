#pragma once

#include "core/base/spawned_process.h"

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct ProcessResult
{
    int exitCode = 0; ///< 128 + signal number when killed by one
    bool timedOut = false;
    bool cancelled = false;
    std::string output;      ///< stdout
    std::string errorOutput; ///< stderr
};

/// Runs a program (found by PATH) with `input` on its stdin until it ends, the time is up or `stop` is
/// requested; in the latter two cases it is killed and reaped. No shell is involved. Throws
/// ProgramNotFound, or Error when it cannot be started for another reason.
ProcessResult runProcess(const std::vector<std::string>& command, std::string_view input = {},
                         std::chrono::milliseconds timeLimit = std::chrono::minutes(10),
                         std::stop_token stop = {});

} // namespace stepscope
