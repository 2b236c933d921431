#include "ui/graph/graph_view.h"

#include "core/comparison/operator_peak.h"
#include "core/graph/graph_likeness.h"
#include "core/import/shared/imported_run.h"
#include "core/run/run.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_finder.h"
#include "ui/graph/graph_folding.h"
#include "ui/graph/graph_overview.h"
#include "ui/graph/graph_pages.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_tools.h"
#include "ui/graph/node_details.h"
#include "ui/roofline/machine_peak_source.h"
#include "ui/steps/step_times_text.h"
#include "ui/support/absence_text.h"
#include "ui/support/export_dialog.h"
#include "ui/support/qt_text.h"
#include "ui/support/trace_selection.h"

#include <QEvent>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

namespace stepscope::ui {

GraphView::GraphView(QWidget* parent)
    : View(parent)
    , m_peak(new MachinePeakSource(this))
    , m_scene(new GraphScene(graphStyle(Theme::instance().colors(), font()), this))
    , m_canvas(new GraphCanvas(m_scene))
    , m_selection(new GraphSelection(m_scene, m_canvas, this))
    , m_details(new NodeDetails)
    , m_tools(new GraphTools(m_canvas, this))
{
    new GraphOverview(m_scene, m_canvas);
    auto* picture = new QSplitter;
    picture->addWidget(m_canvas);
    picture->addWidget(m_details);
    picture->setStretchFactor(0, 1);
    picture->setStretchFactor(1, 0);
    picture->setSizes({800, 272});
    picture->setCollapsible(0, false);
    m_details->setMinimumWidth(160);
    m_canvas->setMinimumWidth(160);
    m_pages = new GraphPages(m_scene, picture, this);
    m_folding = new GraphFolding({m_scene, m_canvas, m_selection, m_pages}, this);
    m_finder = new GraphFinder({.scene = m_scene,
                                .canvas = m_canvas,
                                .tools = m_tools,
                                .selection = m_selection,
                                .folding = m_folding,
                                .nodesCalling = [this](const QString& name) { return nodesCalling(name); }},
                               this);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    layout->addWidget(m_pages, 1);

    setFocusProxy(m_canvas);
    m_nextCosts.setSingleShot(true);
    connectParts();
    showNothing();
    showEmptyState();
}

void GraphView::connectParts()
{
    connect(m_pages, &GraphPages::laidOut, this, &GraphView::finishLayout);
    connect(m_pages, &GraphPages::failed, this, &GraphView::showNothing);
    connect(m_pages, &GraphPages::retryAsked, this, [this] {
        if (m_folding->graph())
            m_folding->layOut();
    });
    connect(m_selection, &GraphSelection::changed, this, &GraphView::showDetails);
    connect(m_tools, &GraphTools::passChanged, this, [this] { setGraph(m_graph); });
    connect(m_tools, &GraphTools::heatChanged, this, &GraphView::showHeat);
    connect(m_tools, &GraphTools::expandAllAsked, m_folding, &GraphFolding::expandAll);
    connect(m_tools, &GraphTools::collapseAllAsked, m_folding, &GraphFolding::collapseAll);
    const auto openSelected = [this] { m_folding->openNode(selectedNode()); };
    const auto closeAroundSelected = [this] { m_folding->closeAround(selectedNode()); };
    connect(m_tools, &GraphTools::expandSelectedAsked, this, openSelected);
    connect(m_tools, &GraphTools::collapseAroundSelectedAsked, this, closeAroundSelected);
    connect(m_peak, &MachinePeakSource::changed, this, &GraphView::showHeat);
    connect(&m_nextCosts, &QTimer::timeout, this, &GraphView::updateCosts);
    connect(m_canvas, &GraphCanvas::nodeClicked, this, &GraphView::selectNode);
    connect(m_canvas, &GraphCanvas::nodeOpened, m_folding, &GraphFolding::openNode);
    connect(m_canvas, &GraphCanvas::layerClosed, m_folding, &GraphFolding::closeLayer);
    connect(m_canvas, &GraphCanvas::openAsked, this, openSelected);
    connect(m_canvas, &GraphCanvas::closeAsked, this, closeAroundSelected);
    connect(m_canvas, &GraphCanvas::menuAsked, this, &GraphView::showMenu);
    connect(m_canvas, &GraphCanvas::moveAsked, m_selection, &GraphSelection::move);
    connect(m_details, &NodeDetails::nodeAsked, this, &GraphView::selectNode);
    connect(&Theme::instance(), &Theme::changed, this, &GraphView::restyle);
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
    m_costs.clear();
    refresh();
    showCosts();
}

void GraphView::refresh()
{
    const auto graph = m_run && m_run->graph ? m_run->graph : m_preview;
    if (graph != m_graph)
        setGraph(graph);
    else if (!m_folding->graph())
        showEmptyState();
    updateCosts();
}

void GraphView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    updateCosts(); // other steps may have been selected
}

bool GraphView::hasRunGraph() const
{
    return m_graph && m_run && m_graph == m_run->graph;
}

void GraphView::updateCosts()
{
    if (!hasRunGraph())
        return;
    const auto result = m_costs.update(*m_run, selectedSteps(m_selection->shared()));
    if (result == GraphCostReader::Result::Changed) {
        showCosts();
        m_finder->showOperator();
    } else if (result == GraphCostReader::Result::MoreToRead) // a finished run is not refreshed any more
        m_nextCosts.start(0);
}

void GraphView::showCosts()
{
    if (m_tools->isBackwardWanted())
        showBackward();
    m_drawnCosts = {};
    if (hasPicture()) {
        const auto& costs = m_backward ? m_backward->costs : m_costs.costs();
        if (costs.nodes.size() == drawing().folded.nodeOf.size())
            m_drawnCosts = foldedCosts(costs, drawing().folded);
        if (!selectedNode().isNone())
            showDetails();
    }
    showHeat();
    showCoveredSteps();
}

/// Of the costs on the screen, which are those of other steps until the selected ones are read.
void GraphView::showCoveredSteps()
{
    const StepRange& covered = m_costs.coveredSteps();
    if (!hasRunGraph() || !m_costs.isOf(m_graph) || covered.isAll() || m_run->trace.steps.empty())
        return m_tools->showCoveredSteps({});
    const GraphCosts& costs = m_costs.costs();
    if (costs.steps > 0)
        return m_tools->showCoveredSteps(tr("Costs of %1").arg(stepRangeText(covered)));
    m_tools->showCoveredSteps(costs.otherSteps > 0
                                  ? tr("Other operators ran in %1").arg(stepRangeText(covered))
                                  : stepsAbsenceText(*m_run, m_run->trace, covered).title);
}

void GraphView::showHeat()
{
    const auto heat = m_tools->heat();
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
    return roofHeats(foldedRoofs(graphRoofs(*m_graph, m_costs.costs(), m_peak->peak()), drawing().folded));
}

void GraphView::showDetails()
{
    m_details->show(drawing(), selectedNode(), m_scene->style(), costLines(m_drawnCosts, selectedNode()));
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
    if (hasRunGraph() && m_costs.coveredSteps() != selectedSteps(m_selection->shared())) {
        while (m_costs.update(*m_run, selectedSteps(m_selection->shared())) ==
               GraphCostReader::Result::MoreToRead) {
        }
        showCosts();
    }
    QList<ExportItem> items;
    if (hasPicture())
        items.append(pictureItem(tr("Shown network graph"), "graph-shown", [this] { return picture(); }));
    items.append(
        {.title = tr("Network graph drawn by Graphviz"),
         .fileName = "graph",
         .formats = {"svg", "png", "pdf", "dot"},
         .write = [graph = m_graph](const QString& path) { writeGraphPicture(*graph, path.toStdString()); },
         .inBackground = true});
    const auto& folded = drawing().folded;
    if (hasPicture() && (m_backward || folded.nodes.size() != folded.nodeOf.size()))
        items.append({.title = tr("Network graph with these layers, drawn by Graphviz"),
                      .fileName = "graph-layers",
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
    return m_pages->isLayingOut();
}

void GraphView::setGraph(std::shared_ptr<const NetworkGraph> graph)
{
    m_graph = std::move(graph);
    m_backward.reset();
    m_selection->setBackward(false);
    m_tools->setPassEnabled(m_graph != nullptr);
    if (m_graph && m_tools->isBackwardWanted())
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
    if (m_costs.isOf(m_graph))
        *backward = backwardGraph(*m_graph, m_costs.costs());
    const bool isNew = !m_backward || !looksLike(backward->graph, m_backward->graph);
    m_backward = backward;
    m_selection->setBackward(true);
    if (backward->graph.nodes.empty())
        setWhole(nullptr);
    else if (isNew)
        setWhole(std::shared_ptr<const NetworkGraph>(backward, &backward->graph));
}

void GraphView::setWhole(std::shared_ptr<const NetworkGraph> whole)
{
    m_folding->setGraph(std::move(whole));
    if (!m_folding->graph()) {
        m_pages->cancel();
        showNothing();
        showEmptyState();
        return;
    }
    if (m_folding->isShown()) {
        m_pages->cancel();
        showDetails();
        m_pages->showPicture();
    } else {
        m_folding->layOut();
    }
}

void GraphView::finishLayout()
{
    m_tools->setWithoutLayers(drawing().layout.coarse);
    m_tools->setGraphShown(true);
    m_selection->forget();
    showDetails();
    showCosts();
    m_folding->showPlace();
    m_finder->findAgain();
    m_folding->showRevealed();
    if (selectedNode().isNone()) {
        m_selection->showShared();
        m_finder->showOperator();
    }
}

void GraphView::showNothing()
{
    m_tools->setWithoutLayers(false);
    m_scene->begin(nullptr);
    m_scene->build(1);
    m_tools->setGraphShown(false);
    m_finder->forget();
    m_drawnCosts = {};
    m_selection->forget();
}

void GraphView::showEmptyState()
{
    if (m_graph) { // the backward pass is wanted
        if (!m_costs.coveredSteps().isAll() && m_costs.costs().hasBackward)
            m_pages->showMessage(tr("No backward pass in the selected steps"),
                                 tr("Select other steps, or all of them."));
        else
            m_pages->showMessage(tr("No backward pass recorded"),
                                 tr("It appears with the first recorded training step."));
        return;
    }
    const AbsenceText text = absenceText(m_run, RunPart::Graph);
    m_pages->showMessage(text.title, text.hint);
}

Picture GraphView::picture() const
{
    constexpr QSizeF largestOwn(10'000.0, 10'000.0);
    const QSizeF area = m_scene->pictureArea().size();
    const bool isLarge = area.width() > largestOwn.width() || area.height() > largestOwn.height();
    const QSizeF own = isLarge ? area.scaled(largestOwn, Qt::KeepAspectRatio) : area;
    return {.title = tr("Network graph"),
            .what = tr("the network graph"),
            .size = own.toSize(),
            .paint = paintedBy([this, own](QPainter& painter, const PictureSheet& sheet) {
                m_scene->paint(painter, fittedInto(QRectF(QPointF(), sheet.size), own),
                               graphStyle(sheet.colors, font()));
            })};
}

void GraphView::restyle()
{
    const auto before = m_scene->style();
    const auto style = graphStyle(Theme::instance().colors(), font());
    m_scene->setStyle(style);
    if (!m_folding->graph())
        return;
    if (hasPicture())
        showDetails();
    if (style.titleFont != before.titleFont || style.textFont != before.textFont ||
        style.layerFont != before.layerFont)
        m_folding->layOut();
}

void GraphView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        restyle();
}

void GraphView::showMenu(const QPointF& position, const QPoint& globalPosition)
{
    if (!hasPicture())
        return;
    QMenu menu;
    menu.setObjectName("graphMenu");
    const auto node = drawing().nodeAt(position);
    if (!node.isNone() && node != selectedNode())
        m_selection->mark(node);
    const auto around = node.isNone() ? drawing().layerAt(position) : drawing().graph().nodes[node].layer;
    const auto name = [this](GraphLayerId layer) {
        return toQString(drawing().graph().layers[layer].name).replace('&', "&&");
    };
    if (!node.isNone() && drawing().folded.isLayer(node))
        menu.addAction(tr("Expand %1").arg(name(drawing().folded.nodes[node].layer)), this,
                       [this, node] { m_folding->openNode(node); });
    if (!around.isNone())
        menu.addAction(tr("Collapse %1").arg(name(around)), this,
                       [this, around, position] { m_folding->closeLayer(around, position); });
    if (auto* shared = m_selection->shared(); shared && !node.isNone())
        addShowInMenu(&menu, shared, shared->focus(), "graph"); // the node has been selected
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(tr("Expand all"), m_folding, &GraphFolding::expandAll);
    menu.addAction(tr("Collapse all"), m_folding, &GraphFolding::collapseAll);
    menu.addSeparator();
    menu.addAction(tr("Show whole graph"), m_canvas, &GraphCanvas::fit);
    menu.addAction(tr("Copy picture"), this, &GraphView::copyContent)->setShortcut(QKeySequence::Copy);
    menu.exec(globalPosition);
}

void GraphView::setSelection(TraceSelection* selection)
{
    m_selection->share(selection);
    connect(selection, &TraceSelection::stepsChanged, this, [this] {
        if (isVisible())
            updateCosts();
    });
    m_finder->follow(selection);
}

std::vector<GraphNodeId> GraphView::nodesCalling(const QString& name) const
{
    std::vector<GraphNodeId> nodes;
    const auto* const wanted = m_backward ? &m_backward->graph : m_graph.get();
    const bool isWantedShown = wanted && wanted->nodes.size() == drawing().folded.nodeOf.size();
    if (isWantedShown && m_run && m_costs.isOf(m_graph))
        nodes = m_costs.nodesOf(m_run->trace, name.toStdString());
    return m_backward ? m_backward->nodesOf(nodes) : nodes;
}

void GraphView::setEnvironment(std::function<Environment()> environment)
{
    m_environment = std::move(environment);
}

} // namespace stepscope::ui
