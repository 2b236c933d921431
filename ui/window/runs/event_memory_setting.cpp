#include "ui/window/runs/event_memory_setting.h"

#include "core/run/event_memory.h"
#include "ui/support/status_message.h"
#include "ui/window/runs/event_memory_dialog.h"
#include "ui/window/runs/run_controller.h"

namespace stepscope::ui {

EventMemorySetting::EventMemorySetting(RunController* controller, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
{
}

void EventMemorySetting::restore(int64_t bytes)
{
    m_bytes = bytes;
    if (eventMemoryLimit() == automaticEventMemory()) // otherwise the command line has set it
        useEventMemory(m_bytes);
}

void EventMemorySetting::ask(QWidget* window)
{
    EventMemoryDialog dialog(m_bytes, window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_bytes = dialog.bytes();
    Q_EMIT changed();
    if (m_controller->isTraining()) {
        m_isWaiting = true;
        return showStatusMessage(window, tr("The limit applies after the training."));
    }
    apply();
}

void EventMemorySetting::applyAfterTraining()
{
    if (m_isWaiting)
        apply();
}

void EventMemorySetting::apply()
{
    m_isWaiting = false;
    useEventMemory(m_bytes);
    Q_EMIT applied();
}

} // namespace stepscope::ui
