#include "core/run_file/run_recorder.h"

#include "core/language/translation.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace stepscope {

constexpr auto interval = std::chrono::milliseconds(500); // a window shows it within a second
constexpr auto slowDisk = translatable(
    "Events come faster than the disk writes them: those of some steps are not in the run file.");

int64_t RunRecorder::defaultWaitingBytes()
{
    constexpr int64_t least = 64 << 20; // some seconds of a step that only calls operators
    return std::max(eventMemoryLimit() / 4, least);
}

RunRecorder::RunRecorder(const std::filesystem::path& path, const Experiment& experiment,
                         std::function<std::string()> environment, int64_t waitingBytes, RunKind kind)
    : m_file(path, experiment, kind)
    , m_environment(std::move(environment))
    , m_feed({.waiting = waitingBytes, .warning = translated(slowDisk)})
    , m_thread([this] { writeUntilFinished(); })
{
}

RunRecorder::~RunRecorder()
{
    finish();
}

std::string RunRecorder::finish()
{
    {
        const std::lock_guard lock(m_mutex);
        m_finishing = true;
    }
    m_wake.notify_one();
    if (m_thread.joinable())
        m_thread.join();
    return m_problem;
}

void RunRecorder::writeUntilFinished()
{
    bool finishing = false;
    while (!finishing) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, interval, [this] { return m_finishing; });
            finishing = m_finishing;
        }
        writeWaiting();
    }
    m_isWritten ? m_file.close() : m_file.discard();
}

/// Keeps the update when it throws.
void RunRecorder::writeOnce()
{
    m_file.write(*m_unwritten);
    m_unwritten.reset();
    m_isWritten = true;
}

void RunRecorder::writeWaiting()
{
    try {
        if (m_unwritten)
            writeOnce();
        m_unwritten = m_feed.take();
        if (!m_unwritten) // even without news: the file says that its writer is alive
            m_unwritten.emplace();
        m_lost.add(m_unwritten->leftOut);
        writeOnce();
        if (m_environment) { // last, because it may wait for LibTorch or Git
            m_file.setEnvironment(m_environment());
            m_environment = {};
        }
        m_problem.clear();
    } catch (const std::exception& error) {
        m_problem = error.what();
    }
}

} // namespace stepscope
