#pragma once

#include "core/run_file/run_feed.h"
#include "core/run_file/run_file_writer.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace stepscope {

/// Keeps a run in a run file while it goes: a thread of its own writes what has come each second, so that
/// training never waits for the disk. What cannot be written at once is tried again until the end; events
/// that come meanwhile wait up to a limit, beyond which they are left out and counted in the file.
class RunRecorder
{
public:
    /// Creates the file. `environment`, which may be empty, is called on the thread that writes, once. Throws
    /// Error.
    RunRecorder(const std::filesystem::path& path, const Experiment& experiment,
                std::function<std::string()> environment = {}, int64_t waitingBytes = defaultWaitingBytes(),
                RunKind kind = RunKind::Training);
    /// Finishes.
    ~RunRecorder();

    RunFeed& feed() { return m_feed; }

    /// How much memory events that wait for the disk may take.
    static int64_t defaultWaitingBytes();

    /// Writes what is left and closes the file, or removes it when nothing of the run could be written.
    /// Returns the sentence that says why something of the run is missing in it, or nothing.
    std::string finish();
    /// Whether there is a file. After finish().
    bool isKept() const { return m_isWritten; }
    /// What was left out so far, because the disk was slower than the training. After finish().
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
    bool m_isWritten = false; ///< something of the run is in the file

    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_finishing = false;
    std::thread m_thread; // last: it uses the others
};

} // namespace stepscope
