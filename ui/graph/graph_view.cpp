// Chooses the graph, lays it out, and updates the costs of its nodes.

#include "ui/graph/graph_view.h"

#include "core/comparison/operator_peak.h"
#include "core/graph/graph_likeness.h"
#include "core/import/shared/imported_run.h"
#include "core/run/run.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/node_details.h"
#include "ui/roofline/machine_peak_source.h"
#include "ui/support/background_job.h"
#include "ui/support/empty_page.h"
#include "ui/support/status_message.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

namespace stepscope::ui {

QString GraphView::layoutHint()
{
    return tr("Laying out the graph…");
}

const GraphDrawing& GraphView::drawing() const
{
    return *m_scene->drawing();
}

void GraphView::showRun(const Run* run)
{
    m_run = run;
    if (m_run && m_run->isOver())
        m_preview.reset(); // an opened run does not have the form's network
    m_costsOf.reset();
    m_costBuilder.reset();
    m_costs = {};
    m_sinceCosts.invalidate();
    refresh();
    showCosts();
}

void GraphView::refresh()
{
    const auto graph = m_run && m_run->graph ? m_run->graph : m_preview;
    if (graph != m_graph)
        setGraph(graph);
    else if (!m_whole)
        showEmptyState();
    updateCosts();
}

void GraphView::updateCosts()
{
    constexpr qint64 everyMs = 1000;
    constexpr uint32_t eventsAtOnce = 50'000; // some milliseconds
    if (!m_graph || m_run == nullptr || m_graph != m_run->graph)
        return;
    if (m_costsOf != m_graph) {
        m_costsOf = m_graph;
        m_costBuilder = std::make_unique<GraphCostBuilder>(m_graph);
        m_costSteps = 0;
        m_sinceCosts.invalidate();
    }
    const size_t steps = m_run->trace.steps.size();
    if (steps == m_costSteps ||
        (m_sinceCosts.isValid() && m_sinceCosts.elapsed() < everyMs && !m_run->isOver()))
        return;
    if (!m_costBuilder->update(m_run->trace, eventsAtOnce)) { // a finished run is not refreshed any more
        QTimer::singleShot(0, this, &GraphView::updateCosts);
        return;
    }
    m_costSteps = steps;
    m_sinceCosts.start();
    m_costs = m_costBuilder->costs();
    showCosts();
}

void GraphView::showCosts()
{
    if (m_pass->currentIndex() == 1)
        showBackward();
    m_drawnCosts = {};
    if (hasPicture()) {
        const auto& costs = m_backward ? m_backward->costs : m_costs;
        if (costs.nodes.size() == drawing().folded.nodeOf.size())
            m_drawnCosts = foldedCosts(costs, drawing().folded);
        if (m_selected >= 0)
            showDetails();
    }
    showHeat();
}

void GraphView::showHeat()
{
    const auto heat = GraphHeat(m_heat->currentIndex());
    m_scene->setHeat(heat == GraphHeat::Roofline ? roofHeat() : nodeHeats(m_drawnCosts, heat));
}

/// Of the forward pass. The roof is measured on the first request, unless the processors are in use.
std::vector<NodeHeat> GraphView::roofHeat()
{
    if (!hasPicture() || m_backward || !m_run)
        return {};
    if (peakUse(*m_run, m_environment ? m_environment().cpuModel : std::string()) != PeakUse::Comparable)
        return {};
    const int threads = operatorThreads(*m_run);
    if (m_peak->peak().threads != threads) {
        if (!m_peak->isBusy() && m_peak->failure().isEmpty())
            m_peak->request(threads, MachinePeakSource::Effort::WhenIdle);
        return {};
    }
    return roofHeats(foldedRoofs(graphRoofs(*m_graph, m_costs, m_peak->peak()), drawing().folded));
}

void GraphView::showDetails()
{
    m_details->show(drawing(), m_selected, m_scene->style(),
                    m_selected < 0 ? QStringList() : costLines(m_drawnCosts, size_t(m_selected)));
}

void GraphView::showPreview(std::shared_ptr<const NetworkGraph> graph)
{
    m_preview = std::move(graph);
    refresh();
}

QList<ExportItem> GraphView::exportItems()
{
    if (!m_graph)
        return {};
    QList<ExportItem> items{
        {.title = tr("Network graph"),
         .fileName = "graph",
         .formats = {"svg", "png", "pdf", "dot"},
         .write = [graph = m_graph](const QString& path) { writeGraphPicture(*graph, path.toStdString()); },
         .inBackground = true}};
    const auto& folded = drawing().folded;
    if (hasPicture() && (m_backward || folded.nodes.size() != folded.nodeOf.size()))
        items.append({.title = tr("Network graph as shown"),
                      .fileName = "graph-shown",
                      .formats = {"svg", "png", "pdf", "dot"},
                      .write =
                          [shown = m_scene->drawing()](const QString& path) {
                              writeGraphPicture(shown->graph(), path.toStdString(),
                                                shown->folded.edgeTexts());
                          },
                      .inBackground = true});
    return items;
}

bool GraphView::isLayingOut() const
{
    return m_job->isRunning() || m_building.isActive();
}

void GraphView::setGraph(std::shared_ptr<const NetworkGraph> graph)
{
    m_graph = std::move(graph);
    m_backward.reset();
    m_pass->setEnabled(m_graph != nullptr);
    if (m_graph && m_pass->currentIndex() == 1)
        showBackward();
    else
        setWhole(m_graph);
}

/// Rebuilds the backward pass from the costs; keeps the drawing if nothing visible changed.
void GraphView::showBackward()
{
    if (!m_graph)
        return;
    auto backward = std::make_shared<BackwardGraph>();
    if (m_costsOf == m_graph)
        *backward = backwardGraph(*m_graph, m_costs);
    const bool isNew = !m_backward || !looksLike(backward->graph, m_backward->graph);
    m_backward = backward;
    if (backward->graph.nodes.empty())
        setWhole(nullptr);
    else if (isNew)
        setWhole(std::shared_ptr<const NetworkGraph>(backward, &backward->graph));
}

void GraphView::setWhole(std::shared_ptr<const NetworkGraph> whole)
{
    m_place.reset();
    m_toReveal.reset();
    const bool keepsLayers = whole && m_whole && hasSameLayers(*m_whole, *whole);
    m_whole = std::move(whole);
    if (!m_whole) {
        stopWork();
        showNothing();
        showEmptyState();
        return;
    }
    if (!keepsLayers)
        m_collapsed = layersCollapsedAtStart(*m_whole);
    if (hasPicture() && drawing().collapsed == m_collapsed && looksLike(*drawing().whole, *m_whole)) {
        stopWork();
        showDetails();
        m_pages->setCurrentWidget(m_pages->widget(0));
    } else {
        layOut();
    }
}

void GraphView::stopWork()
{
    m_job->cancel();
    m_building.stop();
    m_scene->abandon();
    m_hintDelay.stop();
    m_hint->hide();
}

void GraphView::layOut()
{
    m_building.stop();
    m_scene->abandon();
    m_hint->setText(layoutHint());
    m_hintDelay.start();
    m_job->start(
        [this, whole = m_whole, collapsed = m_collapsed,
         style = m_scene->style()](std::stop_token stop) -> std::function<void()> {
            const auto progress = [this, stop](LayoutEffort effort, std::chrono::milliseconds elapsed) {
                const auto show = [this, stop, effort, elapsed] {
                    if (!stop.stop_requested())
                        showLayoutProgress(effort, int(elapsed.count() / 1000));
                };
                QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
            };
            auto drawing = drawGraph(whole, collapsed, style, stop, progress);
            return [this, drawing] { build(drawing); };
        },
        [this](const QString& sentence, const QString& detail) {
            showNothing();
            showMessage(tr("The graph cannot be shown"), sentence, true, detail);
        });
}

void GraphView::showLayoutProgress(LayoutEffort effort, int seconds)
{
    if (!isLayingOut())
        return;
    const LayoutLimits limits;
    const auto inSeconds = [](std::chrono::milliseconds time) { return int(time.count() / 1000); };
    const QString hint =
        effort == LayoutEffort::Full
            ? tr("%1 s so far. After %2 s a simpler layout is tried.")
                  .arg(seconds)
                  .arg(inSeconds(limits.full))
            : tr("This layout without the layers' frames has taken %1 s so far. It is cancelled after %2 s.")
                  .arg(seconds)
                  .arg(inSeconds(limits.coarse));
    if (hasPicture()) {
        m_hint->setText(layoutHint() + " " + hint);
        m_hint->adjustSize();
    } else {
        showMessage(layoutHint(), hint, false);
    }
}

void GraphView::build(std::shared_ptr<const GraphDrawing> drawing)
{
    m_scene->begin(std::move(drawing));
    goOnBuilding();
}

void GraphView::goOnBuilding()
{
    constexpr int budgetMs = 5;
    if (m_scene->build(budgetMs))
        finishLayout();
    else
        m_building.start(0);
}

void GraphView::finishLayout()
{
    m_hintDelay.stop();
    m_hint->hide();
    m_note->setVisible(drawing().layout.coarse);
    for (QWidget* widget : m_needGraph)
        widget->setEnabled(true);
    const bool hadSelection = m_selected >= 0;
    m_selected = -1;
    m_pages->setCurrentWidget(m_pages->widget(0));
    showDetails();
    showCosts();
    if (m_place)
        keepPlace(*m_place);
    else
        m_canvas->showStart();
    m_place.reset();
    if (m_searched == drawing().whole)
        showMatches();
    else
        search();
    if (m_toReveal)
        reveal(*std::exchange(m_toReveal, {}));
    if (m_selected < 0)
        showFocus();
    if (hadSelection && m_selected < 0)
        Q_EMIT nodeSelected(-1);
}

void GraphView::showNothing()
{
    m_hintDelay.stop();
    m_hint->hide();
    m_note->hide();
    m_scene->begin(nullptr);
    m_scene->build(1);
    for (QWidget* widget : m_needGraph)
        widget->setEnabled(false);
    search();
    m_drawnCosts = {};
    if (std::exchange(m_selected, -1) >= 0)
        Q_EMIT nodeSelected(-1);
}

void GraphView::showMessage(const QString& title, const QString& hint, bool retry, const QString& detail)
{
    m_message->showText(title, hint, detail);
    m_retry->setVisible(retry);
    m_pages->setCurrentIndex(1);
}

void GraphView::showEmptyState()
{
    if (m_graph) // the backward pass is wanted
        showMessage(tr("No backward pass recorded"), tr("It appears with the first recorded training step."),
                    false);
    else if (m_run && isImported(*m_run))
        showMessage(tr("This run has no graph"),
                    m_run->trace.empty() ? tr("The imported file does not describe the network.")
                                         : tr("The imported file does not describe the network. The views "
                                              "Flame and Calls show which operators called which."),
                    false);
    else if (m_run && m_run->kind == RunKind::Program)
        showMessage(
            m_run->isOver() ? tr("This run has no graph") : tr("No graph yet"),
            m_run->isOver()
                ? tr("No complete forward pass of a torch.nn.Module was recorded. The views Flame and Calls "
                     "show which operators called which.")
                : tr("It appears with the first complete forward pass of a torch.nn.Module."),
            false);
    else if (m_run && m_run->isOver())
        showMessage(tr("This run has no graph"), tr("It ended before the network was captured."), false);
    else if (m_run)
        showMessage(tr("Capturing the network…"), tr("Its graph appears after the first forward pass."),
                    false);
    else
        showMessage(tr("No network yet"),
                    tr("Press Train to see the network's operators with their shapes and parameters."),
                    false);
}

void GraphView::copyPicture()
{
    if (!hasPicture())
        return;
    constexpr double pixelsAPoint = 2.0;
    QApplication::clipboard()->setImage(
        m_scene->picture(graphStyle(Theme::lightColors(), font()), pixelsAPoint));
    showStatusMessage(this, tr("Copied the picture of the graph"));
}

void GraphView::restyle()
{
    const auto before = m_scene->style();
    const auto style = graphStyle(Theme::instance().colors(), font());
    m_scene->setStyle(style);
    if (!m_whole)
        return;
    if (hasPicture())
        showDetails();
    if (style.titleFont != before.titleFont || style.textFont != before.textFont ||
        style.layerFont != before.layerFont)
        layOut();
}

void GraphView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        restyle();
}

} // namespace stepscope::ui
