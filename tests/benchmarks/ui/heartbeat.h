#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace stepscope::benchmarks {

inline double processorMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// The longest time between two turns of the event loop, in wall time and in processor time of the window's
/// thread: other programs on a busy machine increase only the former.
class Heartbeat
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(1);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
    }

    void start()
    {
        m_longestNs = m_last = 0;
        m_longestWorkMs = 0.0;
        m_lastWorkMs = processorMs();
        m_clock.start();
        m_timer.start();
    }

    void stop()
    {
        beat();
        m_timer.stop();
    }

    double longestMs() const { return double(m_longestNs) / 1e6; }
    double longestWorkMs() const { return m_longestWorkMs; }

private:
    void beat()
    {
        const auto now = m_clock.nsecsElapsed();
        m_longestNs = std::max(m_longestNs, now - m_last);
        m_last = now;
        const double work = processorMs();
        m_longestWorkMs = std::max(m_longestWorkMs, work - m_lastWorkMs);
        m_lastWorkMs = work;
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_last = 0;
    qint64 m_longestNs = 0;
    double m_lastWorkMs = 0.0;
    double m_longestWorkMs = 0.0;
};

} // namespace stepscope::benchmarks
