#include "ui/window/startup_meter.h"

#include "core/base/files/atomic_file.h"
#include "ui/window/main_window.h"
#include "ui/window/process_age.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace stepscope::ui {

namespace {

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
