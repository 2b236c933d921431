#include "ui/window/window_status.h"

#include "core/run/run.h"
#include "ui/advice/advice_view.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/window/focus_keeper.h"
#include "ui/window/notices/run_notices.h"
#include "ui/window/runs/engine_use.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/run_status_bar.h"
#include "ui/window/session/operator_measuring.h"
#include "ui/window/session/session.h"
#include "ui/window/session/sweep_session.h"
#include "ui/window/views/view_registry.h"
#include "ui/window/window_actions.h"

#include <QAction>

namespace stepscope::ui {

namespace {

bool isBeingRecorded(const Run* run)
{
    return run && run->kind == RunKind::Program && !run->isOver();
}

} // namespace

WindowStatus::WindowStatus(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
}

void WindowStatus::update()
{
    const WindowActions& actions = *m_parts.actions;
    const Session& session = *m_parts.session;
    const auto update = [](QAction* action, const QString& whyNot, const QString& tip) {
        action->setEnabled(whyNot.isEmpty());
        action->setToolTip(whyNot.isEmpty() ? tip : whyNot);
    };
    const QString whyNotTrain = session.whyNotTrain();
    const QString whyNotSweep = session.whyNotSweep();
    update(actions.train, whyNotTrain, tr("Train the experiment from the start (Ctrl+R)"));
    update(actions.resume, session.whyNotResume(), actions.resume->statusTip());
    update(actions.recordProgram, session.whyNotRecord(), actions.recordProgram->statusTip());
    update(actions.lab, whyNotSweep, actions.lab->statusTip());
    const QString whyNotMeasure = session.whyNotMeasure();
    update(actions.abTest, whyNotMeasure, actions.abTest->statusTip());
    if (auto* advice = m_parts.views->find<AdviceView>())
        advice->setWhyNotMeasure(whyNotMeasure);
    update(actions.measureOperator, whyNotMeasure, actions.measureOperator->statusTip());
    if (auto* operators = m_parts.views->find<OperatorsView>())
        operators->table()->setWhyNotMeasure(whyNotMeasure);
    m_parts.operators->update();
    if (session.isSweeping())
        actions.lab->setEnabled(false);
    m_parts.sweep->setPossible(m_parts.controller->devices(), whyNotSweep);
    actions.pause->setEnabled(session.canPause());
    actions.stop->setEnabled(session.canStop());
    const QString stopTip =
        session.isSweeping() ? tr("Stop the sweep after the current step") : actions.stop->statusTip();
    actions.stop->setToolTip(
        QString("%1 (%2)").arg(stopTip, actions.stop->shortcut().toString(QKeySequence::NativeText)));
    m_parts.engineUse->update();

    m_parts.statusBar->setMeasuring(m_parts.controller->isTraining());
    const Run* run = m_parts.controller->run();
    actions.exportAll->setEnabled(run != nullptr);
    actions.closeRun->setEnabled(run && !m_parts.controller->isTraining());
    showRun();
    m_parts.focusKeeper->update();
}

void WindowStatus::showRun()
{
    m_parts.actions->recordSteps->setVisible(isBeingRecorded(m_parts.controller->run()));
    showDevice();
    showProgress();
}

void WindowStatus::showProgress()
{
    if (m_parts.session->isSweeping()) {
        m_parts.progress->showSweep(m_parts.sweep->progressText(), m_parts.sweep->progressFraction());
        return;
    }
    if (const Run* run = m_parts.controller->run()) {
        m_parts.progress->showRun(*run,
                                  m_parts.controller->isTraining() ? trainingState() : runOutcomeText(*run));
        return;
    }
    const bool isLoading = m_parts.controller->engineState() <= RunController::EngineState::Loading;
    m_parts.progress->showText(!m_parts.session->whyNotTrain().isEmpty() ? QString()
                               : isLoading                               ? tr("Loading LibTorch…")
                                                                         : tr("Ready to train"));
}

QString WindowStatus::trainingState() const
{
    return m_parts.controller->isStopping() ? tr("Stopping")
           : m_parts.controller->isPaused() ? tr("Paused")
                                            : QString();
}

/// Of the run whose figures the status bar shows, also while the form of another experiment is open.
void WindowStatus::showDevice()
{
    const Run* run = m_parts.controller->run();
    m_parts.statusBar->setDevice(
        run ? deviceText(*run) : deviceText(m_parts.panel->experiment(), m_parts.controller->devices()));
}

} // namespace stepscope::ui
