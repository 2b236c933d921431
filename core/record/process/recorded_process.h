#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

/// A program that the user runs through Stepscope. It has the same terminal, standard streams, open files and
/// process group as without Stepscope. Signals that the terminal sends to both (Ctrl-C) are left to the
/// program; other signals to this process are passed on to it. Only one at a time.
class RecordedProcess
{
public:
    /// The variables in `environment` are added to the environment that this process was started with, or
    /// replace variables in it. Throws ProgramNotFound, or Error if the program cannot be started for another
    /// reason.
    RecordedProcess(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                    const std::filesystem::path& folder = {});
    ~RecordedProcess();
    RecordedProcess(const RecordedProcess&) = delete;
    RecordedProcess& operator=(const RecordedProcess&) = delete;

    pid_t id() const { return m_id; }
    /// Whether it has ended.
    bool hasEnded();
    /// Valid after the end: 128 + signal number if a signal ended the program.
    int exitCode() const;
    /// Valid after the end: 0 if no signal ended the program.
    int endingSignal() const;

private:
    pid_t m_id = -1;
    std::optional<int> m_status;
};

/// Ends this process with the signal that ended the program.
[[noreturn]] void endBySignal(int signal);

} // namespace stepscope
