#include "ui/window/session/operator_measuring.h"

#include "ui/operator_bench/operator_bench_dialog.h"
#include "ui/window/runs/run_controller.h"

#include <utility>

namespace stepscope::ui {

OperatorMeasuring::OperatorMeasuring(RunController* controller, std::function<QString()> whyNot,
                                     QWidget* window)
    : QObject(window)
    , m_controller(controller)
    , m_whyNot(std::move(whyNot))
    , m_window(window)
{
}

OperatorMeasuring::~OperatorMeasuring()
{
    if (m_dialog)
        m_dialog->disconnect(this);
    delete m_dialog; // here, because its signals lead to parts of the window
}

void OperatorMeasuring::ask(const QString& call)
{
    if (!m_dialog) {
        m_dialog = new OperatorBenchDialog(m_controller->engineForTraining(), m_whyNot, m_window);
        connect(m_dialog, &OperatorBenchDialog::started, this, &OperatorMeasuring::started);
        connect(m_dialog, &OperatorBenchDialog::ended, this, &OperatorMeasuring::ended);
        connect(m_controller, &RunController::engineReady, m_dialog,
                [this] { m_dialog->setDevices(m_controller->devices()); });
    }
    m_dialog->setDevices(m_controller->devices());
    if (!call.isEmpty())
        m_dialog->setCall(call);
    m_dialog->showState();
    m_dialog->open();
    m_dialog->focusCall();
}

bool OperatorMeasuring::isRunning() const
{
    return m_dialog && m_dialog->isRunning();
}

void OperatorMeasuring::stop()
{
    if (m_dialog)
        m_dialog->reject();
}

void OperatorMeasuring::update()
{
    if (m_dialog)
        m_dialog->showState();
}

} // namespace stepscope::ui
