#pragma once

#include "core/base/files/temporary_folder.h"
#include "core/record/program_run.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

/// Records what a program and the processes that it starts do, each process that trains into a run file of
/// its own.
class ProgramRecorder
{
public:
    /// Makes the library's folder, and the one that the processes share memory in. Throws Error when that
    /// cannot be done, when no run can be written into the library, or parts of Stepscope are missing.
    explicit ProgramRecorder(RecordingPlan plan);

    /// What the program needs in its environment, as "NAME=value". Throws Error when a part of Stepscope is
    /// missing.
    std::vector<std::string> environment() const;

    /// The process that was started, of which end() says how it has ended.
    void setMainProcess(int64_t process) { m_mainProcess = process; }
    /// Takes in what has come since the last call: to be called many times a second.
    void update();
    /// The program has ended.
    void end(const ProgramEnd& how);

    /// Those with steps, in the order in which they were found.
    std::vector<const ProgramRun*> runs() const;
    /// Whether a run, or some of it, could not be written. takeProblems() says why.
    bool hasLost() const { return m_hasLost; }
    /// Whether a process could not be recorded. takeProblems() says why.
    bool hasRefused() const { return m_hasRefused; }
    /// Sentences on what could not be recorded, that have come since the last call.
    std::vector<std::string> takeProblems() { return std::exchange(m_problems, {}); }

private:
    void makeDeviceFolder();
    std::filesystem::path preloadable(const std::filesystem::path& library) const;
    void findProcesses();
    void end(ProgramRun& run, const ProgramEnd& how);

    RecordingPlan m_plan;
    TemporaryFolder m_folder;
    std::optional<TemporaryFolder> m_deviceFolder; ///< on the disk: traces are too large for shared memory
    int64_t m_mainProcess = 0;
    std::set<std::string> m_seen;                    ///< file names
    std::vector<std::unique_ptr<ProgramRun>> m_live; ///< of processes that run
    std::vector<std::unique_ptr<ProgramRun>> m_over;
    bool m_hasLost = false;
    bool m_hasRefused = false;
    std::vector<std::string> m_problems;
};

} // namespace stepscope
