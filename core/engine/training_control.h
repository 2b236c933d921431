#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace stepscope {

/// Controls a training from another thread: the trainer checks it between two steps.
class TrainingControl
{
public:
    void requestStop()
    {
        m_stop = true;
        setPaused(false);
    }
    void setPaused(bool paused)
    {
        const std::lock_guard lock(m_mutex);
        m_paused = paused && !m_stop;
        m_changed.notify_all();
    }

    bool stopRequested() const { return m_stop.load(std::memory_order_relaxed); }
    bool paused() const { return m_paused.load(std::memory_order_relaxed); }

    /// Returns immediately unless paused; then when resumed or stopped.
    void waitWhilePaused()
    {
        if (!paused())
            return;
        std::unique_lock lock(m_mutex);
        m_isWaiting = true;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return !m_paused; });
        m_isWaiting = false;
    }

    bool isWaiting()
    {
        const std::lock_guard lock(m_mutex);
        return m_isWaiting;
    }

    /// For the other thread: returns whether the trainer waits because it is paused, at the latest after
    /// `timeout`.
    bool waitUntilWaiting(std::chrono::milliseconds timeout)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, timeout, [this] { return m_isWaiting; });
    }

private:
    std::atomic<bool> m_stop = false;
    std::atomic<bool> m_paused = false;
    bool m_isWaiting = false;
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

} // namespace stepscope
