#include "ui/window/startup_meter.h"

#include "core/base/atomic_file.h"
#include "ui/window/main_window.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QFile>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <unistd.h>

namespace stepscope::ui {

namespace {

/// From the start of the process, which the kernel notes in ticks (of 10 ms), rounded down: an upper bound.
double millisecondsSinceProcessStart()
{
    QFile file("/proc/self/stat");
    if (!file.open(QIODevice::ReadOnly))
        return -1.0;
    const QByteArray stat = file.readAll();
    constexpr int startTime = 19; // proc(5): field 22; the name, field 2, may hold blanks and ends with ")"
    const QByteArray ticks = stat.mid(stat.lastIndexOf(')') + 2).split(' ').value(startTime);
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double startMs = ticks.toDouble() * 1e3 / double(sysconf(_SC_CLK_TCK));
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6 - startMs;
}

double milliseconds(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

} // namespace

StartupMeter::StartupMeter(MainWindow* window, const QString& file)
    : QObject(window)
    , m_window(window)
    , m_file(file)
    , m_timer(new QTimer(this))
{
    m_timer->setTimerType(Qt::PreciseTimer);
    m_timer->setInterval(1);
    connect(m_timer, &QTimer::timeout, this, &StartupMeter::tick);
    connect(window, &MainWindow::firstPainted, this, [this] {
        m_firstPaintMs = millisecondsSinceProcessStart();
        m_sincePaint.start();
        m_sinceTick.start();
        m_timer->start();
    });
    connect(window->controller(), &RunController::engineReady, this, [this] { finish(true); });
    connect(window->controller(), &RunController::engineFailed, this, [this] { finish(false); });
}

void StartupMeter::tick()
{
    m_longestGapMs = std::max(m_longestGapMs, milliseconds(m_sinceTick));
    m_sinceTick.restart();
}

void StartupMeter::finish(bool engineReady)
{
    tick();
    m_timer->stop();
    nlohmann::json report = {{"first_paint_ms", m_firstPaintMs},
                             {"longest_event_loop_gap_ms", m_longestGapMs}};
    if (engineReady)
        report["engine_ready_ms"] = milliseconds(m_sincePaint);
    writeFileAtomically(m_file.toStdString(), report.dump(2) + "\n");
    QMetaObject::invokeMethod(m_window, &QWidget::close, Qt::QueuedConnection);
}

} // namespace stepscope::ui
