#pragma once

#include "core/run_file/run_feed.h"
#include "core/run_file/run_file_writer.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace stepscope {

/// Saves a run to a run file while it is running: a separate thread writes the news twice a second, so that
/// training never waits for the disk. Failed writes are repeated until the end; events that arrive meanwhile
/// wait up to a limit, beyond which they are left out and counted in the file.
class RunRecorder
{
public:
    /// Creates the file. `environment`, which may be empty, is called once, on the writing thread. Throws
    /// Error.
    RunRecorder(const std::filesystem::path& path, const Experiment& experiment,
                std::function<std::string()> environment = {}, int64_t waitingBytes = defaultWaitingBytes(),
                RunKind kind = RunKind::Training);
    /// Calls finish().
    ~RunRecorder();

    RunFeed& feed() { return m_feed; }

    /// The memory limit of events that wait for the disk.
    static int64_t defaultWaitingBytes();

    /// Writes the rest and closes the file, or removes it when nothing of the run could be written. Returns a
    /// sentence that says why a part of the run is missing, or an empty string.
    std::string finish();
    /// Whether there is a file. Call it after finish().
    bool isKept() const { return m_isWritten; }
    /// What was left out because the disk was slower than the training. Call it after finish().
    const EventsLeftOut& lost() const { return m_lost; }

private:
    void writeUntilFinished();
    void writeWaiting();
    void writeOnce();

    RunFileWriter m_file;
    std::function<std::string()> m_environment;
    RunFeed m_feed;
    std::optional<RunUpdate> m_unwritten; ///< to be tried again
    EventsLeftOut m_lost;
    std::string m_problem;
    bool m_isWritten = false; ///< a part of the run is in the file

    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_finishing = false;
    std::thread m_thread; // last: it uses the others
};

} // namespace stepscope
