#include "ui/window/runs/run_follower.h"

#include "core/base/clock.h"
#include "core/import/tensorboard/tensorboard_follower.h"
#include "core/run_file/run_file.h"
#include "ui/support/background_job.h"
#include "ui/window/runs/run_controller.h"

#include <QTimer>

namespace stepscope::ui {

RunFollower::RunFollower(RunController* controller, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_timer(new QTimer(this))
    , m_job(new BackgroundJob(this))
{
    constexpr int millisecondsBetweenLooks = 400;
    m_timer->setInterval(millisecondsBetweenLooks);
    connect(m_timer, &QTimer::timeout, this, &RunFollower::look);
    connect(controller, &RunController::opened, this, &RunFollower::update);
    connect(controller, &RunController::closed, this, &RunFollower::update);
    connect(controller, &RunController::started, this, &RunFollower::update);
}

void RunFollower::update()
{
    m_job->cancel(); // it may be reading the previous run
    m_log.reset();
    m_timer->stop();
    const Run* run = m_controller->run();
    if (!run || run->isOver() || m_controller->isTraining())
        return;
    if (const auto& source = m_controller->sourcePath(); !source.empty())
        m_log = std::make_shared<TensorBoardFollower>(source, *run);
    m_timer->start();
}

void RunFollower::look()
{
    if (m_job->isRunning())
        return;
    RunFilePosition position = positionOf(*m_controller->run());
    position.hasEnvironment = isKnown(m_controller->environment());
    m_job->start(
        [this, log = m_log, path = m_controller->runPath(),
         position](std::stop_token) -> std::function<void()> {
            auto update = log ? log->readOn(unixMsNow()) : readRunFileSince(path, position);
            if (!update)
                return {};
            return [this, update = std::make_shared<RunUpdate>(std::move(*update))] {
                m_controller->growOpened(std::move(*update));
                if (!m_controller->run()->isOver())
                    return;
                m_timer->stop();
                Q_EMIT over();
            };
        },
        [this](const QString& sentence, const QString& detail) {
            m_timer->stop();
            Q_EMIT failed(sentence, detail);
        });
}

} // namespace stepscope::ui
