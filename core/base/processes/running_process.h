#pragma once

#include "core/base/processes/spawned_process.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A program that runs in parallel to this one and reports its progress, line by line. Killed and reaped when
/// it goes out of scope.
class RunningProcess
{
public:
    /// `input` is all of its stdin. Throws ProgramNotFound or Error.
    RunningProcess(const std::vector<std::string>& command, std::string input);

    /// Waits for output for at most `time`. Returns false once the program has ended.
    bool waitFor(std::chrono::milliseconds time);
    /// The lines of its stdout that were completed since the last call. Lines longer than any of ours are
    /// left out.
    std::vector<std::string> takeLines();
    /// Its stderr so far, at most the last megabyte.
    const std::string& errorOutput() const { return m_errors; }

    void signal(int number) { m_process->signal(number); }
    /// Call it only after the program has ended.
    int exitCode() const { return m_process->exitCode(); }
    /// Call it only after the program has ended: 0 when it ended by itself.
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
