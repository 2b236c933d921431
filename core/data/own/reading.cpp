#include "core/data/own/reading.h"

#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace stepscope {

namespace {

/// Numbers that several threads take one after another.
class SharedWork
{
public:
    SharedWork(int64_t count, const std::function<void(int64_t)>& work)
        : m_count(count)
        , m_work(work)
    {
    }

    /// On a thread of its own, until nothing is left.
    void take()
    {
        // All numbers below one that fails have been taken before, so the lowest one that fails is found.
        for (;;) {
            const auto number = m_next++;
            if (number >= m_end)
                break;
            try {
                m_work(number);
                ++m_done;
            } catch (...) {
                fail(number, std::current_exception());
            }
        }
        const std::lock_guard lock(m_mutex);
        --m_running;
        m_ended.notify_all();
    }

    void begin(int64_t threads) { m_running = threads; }
    int64_t done() const { return m_done; }

    /// Returns whether all threads have ended.
    bool waitFor(std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        return m_ended.wait_for(lock, time, [this] { return m_running == 0; });
    }

    void stop() { fail(-1, std::make_exception_ptr(ReadingStopped())); }

    void throwFailure() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    void fail(int64_t number, std::exception_ptr failure)
    {
        const std::lock_guard lock(m_mutex);
        if (number >= m_failed)
            return;
        m_failed = number;
        m_failure = std::move(failure);
        m_end = std::min<int64_t>(m_end, number);
    }

    const int64_t m_count;
    const std::function<void(int64_t)>& m_work;
    std::atomic<int64_t> m_next = 0;
    std::atomic<int64_t> m_done = 0;
    std::atomic<int64_t> m_end = m_count;
    std::mutex m_mutex;
    std::condition_variable m_ended;
    int64_t m_running = 0;
    int64_t m_failed = m_count;
    std::exception_ptr m_failure;
};

} // namespace

ReadingStopped::ReadingStopped()
    : Error(translated("Reading the data set was stopped."))
{
}

void forEachInParallel(int64_t count, int64_t mostThreads, const ReadingControl& control,
                       const std::function<void(int64_t)>& work)
{
    constexpr auto tick = std::chrono::milliseconds(100);
    const auto threads = std::clamp<int64_t>(std::min<int64_t>(availableProcessors(), mostThreads), 1,
                                             std::max<int64_t>(count, 1));
    SharedWork shared(count, work);
    shared.begin(threads);
    {
        std::vector<std::jthread> workers;
        for (int64_t i = 0; i < threads; ++i)
            workers.emplace_back([&shared] { shared.take(); });
        while (!shared.waitFor(tick)) {
            if (control.isStopped && control.isStopped())
                shared.stop();
            if (control.progress)
                control.progress(shared.done(), count);
        }
    }
    shared.throwFailure();
}

} // namespace stepscope
