#include "ui/window/run_display.h"

#include "core/experiment/experiment_fields.h"
#include "core/run/imported_experiment.h"
#include "core/run/run.h"
#include "core/run/run_contents.h"
#include "ui/details/details_pane.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/overview/overview_view.h"
#include "ui/support/trace_selection.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/run_notices.h"
#include "ui/window/opening/run_opener.h"
#include "ui/window/runs/event_memory_setting.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/runs/run_follower.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/run_status_bar.h"
#include "ui/window/runs/shown_run.h"
#include "ui/window/runs/side_panel.h"
#include "ui/window/session/shutdown.h"
#include "ui/window/views/view_registry.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_status.h"

#include <QAction>
#include <QSet>
#include <QTimer>
#include <QWidget>

namespace stepscope::ui {

namespace {

/// Of a model there is nothing but its graph.
QString firstViewOf(const Run& run)
{
    const bool isModel = isImported(run) && run.graph && run.trace.empty() && run.scalars.empty();
    return isModel ? "graph" : "overview";
}

/// The view in front stays if it shows something of the run that is opened.
QString viewFor(const Run& run, const ViewRegistry& views)
{
    const auto part = views.partOf(views.frontName());
    return part && contentsOf(run).has(*part) ? views.frontName() : firstViewOf(run);
}

} // namespace

RunDisplay::RunDisplay(const Parts& parts, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
{
    connect(m_parts.controller, &RunController::started, this, &RunDisplay::showStarted);
    connect(m_parts.controller, &RunController::opened, this, &RunDisplay::showOpened);
    connect(m_parts.controller, &RunController::closed, this, &RunDisplay::showClosed);
    connect(m_parts.controller, &RunController::grew, this, &RunDisplay::showGrown);
    connect(m_parts.controller, &RunController::ended, this, &RunDisplay::showEnded);
    connect(m_parts.controller, &RunController::previewReady, this,
            [this](const std::shared_ptr<const NetworkGraph>& graph) {
                if (!m_parts.controller->run())
                    m_parts.views->setHasContent("graph", graph != nullptr);
            });
    connect(m_parts.controller, &RunController::pausedChanged, this, [this](bool paused) {
        m_parts.actions->setPaused(paused);
        updateFigures();
    });
    connect(m_parts.controller, &RunController::stopping, this, [this] {
        m_parts.actions->stop->setEnabled(false);
        m_parts.actions->pause->setEnabled(false);
        updateFigures();
    });
    connect(m_parts.follower, &RunFollower::over, this, &RunDisplay::showFollowedOver);
    connect(m_parts.follower, &RunFollower::failed, this,
            [this](const QString& sentence, const QString& detail) {
                m_parts.notices->show("openRun",
                                      {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
            });
}

/// Of the overview, which may have been scrolled while another run was shown.
void RunDisplay::showTop()
{
    if (auto* overview = m_parts.views->find<OverviewView>())
        overview->showTop();
}

void RunDisplay::showStarted()
{
    m_parts.opener->cancelRun();
    m_parts.panel->setReadOnly(true);
    if (const Run& run = *m_parts.controller->run();
        run.experiment == withAbsolutePaths(m_parts.panel->experiment()))
        m_parts.side->showForm();
    else                                // a resumed one
        m_parts.side->showRun(run, {}); // whose machine is known when the engine is loaded
    m_parts.actions->setPaused(false);
    m_parts.details->forgetRun();
    m_parts.shown->show();
    showTop();
    m_parts.status->update();
    updateFigures();
}

void RunDisplay::showOpened()
{
    m_parts.details->forgetRun();
    const RunOpening opening = m_parts.shown->show();
    if (!opening.isAgain) {
        m_parts.side->showRun(*m_parts.controller->run(), m_parts.controller->environment());
        showTop();
    }
    m_parts.status->update();
    updateFigures();
    if (const Run& run = *m_parts.controller->run(); run.outcome == RunOutcome::Failed)
        showRunNotice(*m_parts.notices, run, nullptr);
    if (opening.isAgain)
        return; // the current view stays
    // In a separate turn of the event loop, because the views are busy.
    QTimer::singleShot(0, this, [this, name = viewFor(*m_parts.controller->run(), *m_parts.views)] {
        m_parts.views->show(name);
    });
}

void RunDisplay::showClosed()
{
    m_parts.opener->cancelRun();
    m_parts.details->forgetRun();
    m_parts.shown->show();
    m_parts.notices->remove("events");
    m_parts.side->showForm();
    m_parts.statusBar->showRun(nullptr);
    m_parts.views->setHasContent("graph", false); // until there is that of the experiment
    m_parts.actions->recordSteps->setVisible(false);
    m_window->setWindowTitle(tr("Stepscope"));
    m_parts.status->update();
    m_parts.views->show("overview");
}

void RunDisplay::showGrown()
{
    m_parts.views->refresh();
    m_parts.details->refresh();
    constexpr int millisecondsToRead = 200;
    if (m_sinceFigures.elapsed() >= millisecondsToRead)
        updateFigures();
}

void RunDisplay::showEnded()
{
    const bool areFactsShown = !m_parts.side->isFormShown();
    m_parts.panel->setReadOnly(false);
    m_parts.actions->setPaused(false);
    m_parts.details->refresh();
    m_parts.status->update();
    updateFigures();
    const Run& run = *m_parts.controller->run();
    if (areFactsShown)
        m_parts.side->showRun(run, m_parts.controller->environment());
    showRunNotice(*m_parts.notices, run, m_parts.actions->exportAll);
    m_parts.progress->showRun(run, runOutcomeText(run));
    m_window->setWindowTitle(tr("Stepscope"));
    m_parts.eventMemory->applyAfterTraining();
    m_parts.shutdown->goOn();
}

void RunDisplay::showFollowedOver()
{
    updateFigures();
    if (!isImported(*m_parts.controller->run()))
        showRunNotice(*m_parts.notices, *m_parts.controller->run(), m_parts.actions->exportAll);
}

void RunDisplay::updateFigures()
{
    m_sinceFigures.start();
    const Run* run = m_parts.controller->run();
    if (!run)
        return;
    m_parts.statusBar->showRun(run);
    m_parts.views->setHasContent("graph", run->graph || !run->isOver());
    QSet<QString> emptyViews;
    if (!run->graph)
        emptyViews += "graph";
    if (run->trace.allocations.empty())
        emptyViews += "memory";
    m_parts.selection->setEmptyViews(emptyViews);
    if (!m_parts.side->isFormShown())
        m_parts.side->showRun(*run, m_parts.controller->environment());
    showEventsNotice(*m_parts.notices, *run, m_parts.actions->eventMemory);
    m_parts.status->showRun(); // the name of the device comes with the plan of a training
    if (m_parts.controller->isTraining()) {
        const QString state = m_parts.status->trainingState();
        m_window->setWindowTitle(tr("%1 – Stepscope").arg(state.isEmpty() ? tr("Training") : state));
    }
}

} // namespace stepscope::ui
