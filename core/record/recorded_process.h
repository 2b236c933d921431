#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// A program that the user runs through Stepscope. It has the terminal, the standard streams, the open files
/// and the process group that it would have without. What the terminal sends to both (Ctrl-C) is left to the
/// program; other signals that are sent to this process are passed on to it. One at a time.
class RecordedProcess
{
public:
    /// `environment` is added to the one that this process was started with, or replaces what is there.
    /// Throws ProgramNotFound, or Error when the program cannot be started for another reason.
    RecordedProcess(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                    const std::filesystem::path& folder = {});
    ~RecordedProcess();
    RecordedProcess(const RecordedProcess&) = delete;
    RecordedProcess& operator=(const RecordedProcess&) = delete;

    pid_t id() const { return m_id; }
    /// Whether it has ended.
    bool hasEnded();
    /// Once it has ended: 128 + signal number when a signal ended it.
    int exitCode() const;
    /// Once it has ended: 0 when no signal did that.
    int endingSignal() const;

private:
    pid_t m_id = -1;
    std::optional<int> m_status;
};

/// Ends this process as a program has ended: by the same signal.
[[noreturn]] void endBySignal(int signal);

} // namespace stepscope
