#pragma once

#include "core/base/processes/spawned_process.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A program that runs beside this one and tells how it comes along, line by line. Killed and reaped when it
/// goes out of scope.
class RunningProcess
{
public:
    /// `input` is its whole stdin. Throws ProgramNotFound or Error.
    RunningProcess(const std::vector<std::string>& command, std::string input);

    /// Waits for news, but not longer. Returns false once the program has ended.
    bool waitFor(std::chrono::milliseconds time);
    /// The lines of its stdout that have become whole since the last call. One that is longer than any of
    /// ours is left out.
    std::vector<std::string> takeLines();
    /// Its stderr so far; of more than a megabyte the end.
    const std::string& errorOutput() const { return m_errors; }

    void signal(int number) { m_process->signal(number); }
    /// Once it has ended.
    int exitCode() const { return m_process->exitCode(); }
    /// Once it has ended: 0 when it ended by itself.
    int endingSignal() const { return m_process->endingSignal(); }

private:
    void exchange();

    std::string m_input;
    std::string_view m_unwritten;
    std::string m_output;
    std::string m_errors;
    FileDescriptor m_inputEnd;
    FileDescriptor m_outputEnd;
    FileDescriptor m_errorEnd;
    FileDescriptor m_ended;
    std::optional<SpawnedProcess> m_process;
};

} // namespace stepscope
