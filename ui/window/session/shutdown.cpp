#include "ui/window/session/shutdown.h"

#include "ui/support/dialogs.h"
#include "ui/window/reports/run_reports.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/session/ab_testing.h"
#include "ui/window/session/operator_measuring.h"
#include "ui/window/session/program_recording.h"
#include "ui/window/session/session.h"
#include "ui/window/session/sweep_session.h"

#include <QApplication>
#include <QTimer>
#include <QWidget>

namespace stepscope::ui {

Shutdown::Shutdown(const Parts& parts, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
{
}

bool Shutdown::isBusy() const
{
    return m_parts.session->isRunning() || m_parts.reports->isWriting();
}

bool Shutdown::isReady() const
{
    return m_state == State::Now || !isBusy();
}

void Shutdown::request()
{
    if (m_state != State::No) {
        m_parts.recording->stop(); // which may ignore the first request; everything else ends within a moment
        return;
    }
    if (m_parts.sweep->isRunning() && !m_parts.sweep->stopToClose())
        return;
    if (m_parts.recording->isRunning() && !m_parts.recording->stopToClose())
        return;
    if (m_parts.abTest->isRunning() && !m_parts.abTest->stopToClose())
        return;
    if (m_parts.controller->isTraining() && !stopTrainingToClose())
        return;
    m_parts.operators->stop(); // unasked: it takes moments, and its results are on the screen only
    m_state = State::WhenEnded;
    goOn();
}

bool Shutdown::stopTrainingToClose()
{
    const bool isKept = std::filesystem::exists(m_parts.controller->runPath());
    const Confirmation question{
        tr("Training is running"),
        isKept ? tr("Stop the training and close? Everything measured so far is kept in the library.")
               : tr("Stop the training and close? All measurements are lost, because their file could "
                    "not be written."),
        tr("Stop and close"), tr("Keep training")};
    if (!dialogs().confirm(m_window, question))
        return false;
    m_parts.controller->stop();
    return true;
}

void Shutdown::requestUnasked()
{
    if (m_state == State::Now)
        return;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (widget->isModal())
            widget->close();
    }
    m_parts.sweep->stop();
    m_parts.recording->stop();
    m_parts.abTest->stop();
    m_parts.operators->stop();
    constexpr int patienceMs = 5'000;
    if (m_parts.recording->isRunning())
        QTimer::singleShot(patienceMs, this, &Shutdown::requestUnasked);
    m_parts.controller->stop();
    m_state = State::WhenEnded;
    goOn();
}

void Shutdown::goOn()
{
    if (m_state == State::No || isBusy())
        return;
    m_state = State::Now;
    Q_EMIT ready();
}

} // namespace stepscope::ui
