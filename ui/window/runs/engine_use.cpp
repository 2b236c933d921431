#include "ui/window/runs/engine_use.h"

#include "ui/window/runs/run_controller.h"

#include <utility>

namespace stepscope::ui {

EngineUse::EngineUse(RunController* controller, std::function<bool()> isBusy, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_isBusy(std::move(isBusy))
{
    connect(controller, &RunController::engineReady, this, &EngineUse::changed);
    connect(controller, &RunController::started, this, &EngineUse::changed);
    connect(controller, &RunController::ended, this, &EngineUse::changed);
}

bool EngineUse::isFree() const
{
    return m_controller->engineState() == RunController::EngineState::Ready && !m_controller->isTraining() &&
           !m_isBusy();
}

} // namespace stepscope::ui
