#pragma once

#include "core/base/processes/spawned_process.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct ProcessResult
{
    int exitCode = 0;     ///< 128 + signal number if a signal killed it
    int endingSignal = 0; ///< 0: it ended by itself
    bool timedOut = false;
    bool canceled = false;
    bool wroteTooMuch = false;
    std::string output;      ///< stdout
    std::string errorOutput; ///< stderr
};

/// How it ended, as the end of a sentence: "failed with exit code 3", "was ended by signal 11 (Segmentation
/// fault)".
std::string endText(const ProcessResult& result);

/// Why a process of Stepscope failed: the last sentence that it wrote to stderr, or the signal that
/// ended it.
std::string failureText(const ProcessResult& result);

struct ProcessOptions
{
    std::string_view input = {}; ///< all of its stdin
    std::chrono::milliseconds timeLimit = std::chrono::minutes(10);
    size_t outputLimitBytes = size_t(256) << 20; ///< of stdout and stderr together
    std::filesystem::path folder = {};           ///< the working folder; empty: this process's
    std::stop_token stop = {};
    /// Called about once a second while the program runs.
    std::function<void(std::chrono::milliseconds elapsed)> waiting = {};
};

/// Runs a program (found by findProgram()) until it ends, the time is up, its output exceeds the limit, or
/// `stop` is requested; in the last three cases it is killed and reaped. No shell is involved. Throws
/// ProgramNotFound, or Error when it cannot be started for another reason.
ProcessResult runProcess(const std::vector<std::string>& command, const ProcessOptions& options = {});

} // namespace stepscope
