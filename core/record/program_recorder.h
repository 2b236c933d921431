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

/// Records a program and the processes that it starts. Each process that trains gets its own run file.
class ProgramRecorder
{
public:
    /// Creates the library's folder and the folder for shared memory. Throws Error if that fails, if no run
    /// can be written into the library, or if parts of Stepscope are missing.
    explicit ProgramRecorder(RecordingPlan plan);

    /// The environment variables that the program needs, as "NAME=value". Throws Error if a part of Stepscope
    /// is missing.
    std::vector<std::string> environment() const;

    /// Sets the started process, whose end is passed to end().
    void setMainProcess(int64_t process) { m_mainProcess = process; }
    /// Reads new records. Call it many times per second.
    void update();
    /// Call it when the program has ended.
    void end(const ProgramEnd& how);

    /// The runs with steps, in the order in which they were found.
    std::vector<const ProgramRun*> runs() const;
    /// Whether a run, or part of it, could not be written. takeProblems() has the reason.
    bool hasLost() const { return m_hasLost; }
    /// Whether a process of the program has started to record, with the first use of a module, a backward
    /// pass or an optimizer of PyTorch.
    bool hasSeenProcess() const { return !m_seen.empty(); }
    /// Whether a process could not be recorded. takeProblems() has the reason.
    bool hasRefused() const { return m_hasRefused; }
    /// Sentences about what could not be recorded, since the last call.
    std::vector<std::string> takeProblems() { return std::exchange(m_problems, {}); }

private:
    void makeDeviceFolder();
    std::filesystem::path preloadable(const std::filesystem::path& library) const;
    void findProcesses();
    void end(ProgramRun& run, const ProgramEnd& how);

    RecordingPlan m_plan;
    TemporaryFolder m_folder;
    std::optional<TemporaryFolder> m_deviceFolder; ///< on disk: traces are too large for shared memory
    int64_t m_mainProcess = 0;
    std::set<std::string> m_seen;                      ///< file names
    std::vector<std::unique_ptr<ProgramRun>> m_live;   ///< of running processes
    std::vector<std::unique_ptr<ProgramRun>> m_ending; ///< wait until their GPU traces have been read
    std::vector<std::unique_ptr<ProgramRun>> m_over;
    bool m_hasLost = false;
    bool m_hasRefused = false;
    std::vector<std::string> m_problems;
};

} // namespace stepscope
