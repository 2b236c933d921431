#include "ui/graph/graph_view.h"

#include "core/graph/graph_dot.h"
#include "core/run/run.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_search.h"
#include "ui/graph/node_details.h"
#include "ui/support/background_job.h"
#include "ui/support/status_message.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace stepscope::ui {

namespace {

bool sameSizes(const DrawnSizes& a, const DrawnSizes& b)
{
    const auto same = [](const NodeSize& x, const NodeSize& y) {
        return x.width == y.width && x.height == y.height;
    };
    return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), same) &&
           std::equal(a.layerTitles.begin(), a.layerTitles.end(), b.layerTitles.begin(), b.layerTitles.end(),
                      same);
}

/// Whether both look the same: then there is nothing to lay out anew.
bool sameDrawing(const NetworkGraph& a, const NetworkGraph& b)
{
    return a.nodes.size() == b.nodes.size() && dotForPicture(a) == dotForPicture(b);
}

} // namespace

void GraphView::showRun(const Run* run)
{
    m_run = run;
    m_costs = {};
    m_costSteps = 0;
    m_sinceCosts.invalidate();
    refresh();
    showHeat();
}

void GraphView::refresh()
{
    const auto graph = m_run && m_run->graph ? m_run->graph : m_preview;
    if (graph != m_graph)
        setGraph(graph);
    else if (!graph)
        showEmptyState();
    updateCosts();
}

void GraphView::updateCosts()
{
    constexpr qint64 everyMs = 1000;
    const size_t steps = m_run ? m_run->trace.steps.size() : 0;
    if (!m_shown || m_run == nullptr || m_shown != m_run->graph || steps == m_costSteps ||
        (m_sinceCosts.isValid() && m_sinceCosts.elapsed() < everyMs && !m_run->isOver()))
        return;
    m_costs = graphCosts(*m_shown, m_run->trace);
    m_costSteps = steps;
    m_sinceCosts.start();
    showHeat();
    if (m_selected >= 0)
        showDetails();
}

void GraphView::showHeat()
{
    m_scene->setHeat(nodeHeats(m_costs, GraphHeat(m_heat->currentIndex())));
}

void GraphView::showDetails()
{
    m_details->show(*m_shown, m_selected, m_scene->style(),
                    m_selected < 0 ? QStringList() : costLines(m_costs, size_t(m_selected)));
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
    return {
        {.title = tr("Network graph"),
         .fileName = "graph",
         .formats = {"svg", "png", "pdf", "dot"},
         .write = [graph = m_graph](const QString& path) { writeGraphPicture(*graph, path.toStdString()); },
         .inBackground = true}};
}

bool GraphView::isLayingOut() const
{
    return m_job->isRunning();
}

void GraphView::setGraph(std::shared_ptr<const NetworkGraph> graph)
{
    m_graph = std::move(graph);
    if (!m_graph) {
        m_job->cancel();
        m_hintDelay.stop();
        m_hint->hide();
        showLayout(nullptr, {});
        showEmptyState();
    } else if (m_shown && sameDrawing(*m_shown, *m_graph)) {
        m_job->cancel();
        m_hintDelay.stop();
        m_hint->hide();
        m_shown = m_graph;
        showDetails();
        m_pages->setCurrentWidget(m_pages->widget(0));
    } else {
        layOut();
    }
}

void GraphView::layOut()
{
    m_sizes = drawnSizes(*m_graph, m_scene->style());
    m_hintDelay.start();
    m_job->start(
        [this, graph = m_graph, sizes = m_sizes](std::stop_token stop) -> std::function<void()> {
            auto layout = std::make_shared<GraphLayout>(layoutGraph(*graph, sizes, std::move(stop)));
            return [this, graph, layout] { showLayout(graph, std::move(*layout)); };
        },
        [this](const QString& sentence, const QString& detail) {
            showLayout(nullptr, {});
            showMessage(tr("The graph cannot be shown"), sentence, true);
            m_messageHint->setToolTip(detail);
        });
}

void GraphView::showLayout(std::shared_ptr<const NetworkGraph> graph, GraphLayout layout)
{
    m_hintDelay.stop();
    m_hint->hide();
    m_shown = std::move(graph);
    m_note->setVisible(layout.coarse);
    m_scene->show(m_shown, std::move(layout));
    for (QWidget* widget : m_needGraph)
        widget->setEnabled(m_shown != nullptr);
    const bool hadSelection = m_selected >= 0;
    m_selected = -1;
    if (m_shown) {
        showDetails();
        m_pages->setCurrentWidget(m_pages->widget(0));
        m_canvas->showStart();
    }
    search();
    m_costSteps = 0;
    m_sinceCosts.invalidate();
    updateCosts();
    showHeat();
    if (hadSelection)
        Q_EMIT nodeSelected(-1);
}

void GraphView::showMessage(const QString& title, const QString& hint, bool retry)
{
    m_messageTitle->setText(title);
    m_messageHint->setText(hint);
    m_messageHint->setToolTip({});
    m_retry->setVisible(retry);
    m_pages->setCurrentIndex(1);
}

void GraphView::showEmptyState()
{
    if (m_run && m_run->isOver())
        showMessage(tr("This run has no graph"), tr("It ended before the network was captured."), false);
    else if (m_run)
        showMessage(tr("Capturing the network…"), tr("Its graph appears after the first forward pass."),
                    false);
    else
        showMessage(tr("No network yet"),
                    tr("Press Train to see the network's operators with their shapes and parameters."),
                    false);
}

void GraphView::selectNode(int node)
{
    if (!m_shown || node < -1 || node >= int(m_shown->nodes.size()) || node == m_selected)
        return;
    m_selected = node;
    m_scene->setSelected(node);
    showDetails();
    m_canvas->revealNode(node);
    Q_EMIT nodeSelected(node);
}

void GraphView::moveSelection(int direction)
{
    if (!m_shown || m_shown->nodes.empty())
        return;
    const int next = m_selected < 0
                         ? 0
                         : neighbourNode(*m_shown, m_scene->layout(), m_selected, GraphDirection(direction));
    if (next >= 0)
        selectNode(next);
}

void GraphView::search()
{
    m_matches = m_shown ? searchNodes(*m_shown, m_search->text()) : std::vector<int>();
    m_match = m_matches.empty() ? -1 : 0;
    showMatchCount();
    m_scene->setFound(m_matches, m_match < 0 ? -1 : m_matches[0]);
    if (m_match >= 0)
        m_canvas->revealNode(m_matches[0]);
}

void GraphView::stepThroughMatches(int by)
{
    if (m_matches.empty())
        return;
    const int count = int(m_matches.size());
    m_match = (m_match + by + count) % count;
    showMatchCount();
    m_scene->setFound(m_matches, m_matches[size_t(m_match)]);
    m_canvas->centerOnNode(m_matches[size_t(m_match)]);
    selectNode(m_matches[size_t(m_match)]);
}

void GraphView::showMatchCount()
{
    const bool searching = !m_search->text().trimmed().isEmpty();
    m_matchCount->setText(!searching          ? QString()
                          : m_matches.empty() ? tr("no match")
                                              : tr("%1 of %2").arg(m_match + 1).arg(m_matches.size()));
}

void GraphView::copyPicture()
{
    if (!m_shown)
        return;
    constexpr double pixelsAPoint = 2.0;
    QApplication::clipboard()->setImage(
        m_scene->picture(graphStyle(Theme::lightColors(), font()), pixelsAPoint));
    showStatusMessage(this, tr("Copied the graph's picture"));
}

void GraphView::restyle()
{
    m_scene->setStyle(graphStyle(Theme::instance().colors(), font()));
    if (!m_graph)
        return;
    if (m_shown)
        showDetails();
    if (!sameSizes(m_sizes, drawnSizes(*m_graph, m_scene->style())))
        layOut();
}

void GraphView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        restyle();
}

} // namespace stepscope::ui
