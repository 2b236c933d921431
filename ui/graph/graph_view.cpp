#include "ui/graph/graph_view.h"

#include "core/comparison/operator_peak.h"
#include "core/graph/graph_likeness.h"
#include "core/import/shared/imported_run.h"
#include "core/run/run.h"
#include "ui/graph/graph_canvas.h"
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

#include <algorithm>

namespace stepscope::ui {

namespace {

QPointF topOf(const QRectF& rect)
{
    return {rect.center().x(), rect.top()};
}

} // namespace

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
        if (m_folding.graph())
            layOut();
    });
    connect(m_selection, &GraphSelection::changed, this, &GraphView::showDetails);
    connect(m_tools, &GraphTools::passChanged, this, [this] { setGraph(m_graph); });
    connect(m_tools, &GraphTools::heatChanged, this, &GraphView::showHeat);
    connect(m_tools, &GraphTools::searchChanged, this, &GraphView::search);
    connect(m_tools, &GraphTools::matchAsked, this, &GraphView::stepThroughMatches);
    connect(m_tools, &GraphTools::expandAllAsked, this, &GraphView::expandAll);
    connect(m_tools, &GraphTools::collapseAllAsked, this, &GraphView::collapseAll);
    connect(m_tools, &GraphTools::expandSelectedAsked, this, [this] { openNode(selectedNode()); });
    connect(m_tools, &GraphTools::collapseAroundSelectedAsked, this, [this] { closeAround(selectedNode()); });
    connect(m_peak, &MachinePeakSource::changed, this, &GraphView::showHeat);
    connect(&m_nextCosts, &QTimer::timeout, this, &GraphView::updateCosts);
    connect(m_canvas, &GraphCanvas::nodeClicked, this, &GraphView::selectNode);
    connect(m_canvas, &GraphCanvas::nodeOpened, this, &GraphView::openNode);
    connect(m_canvas, &GraphCanvas::layerClosed, this, &GraphView::closeLayer);
    connect(m_canvas, &GraphCanvas::openAsked, this, [this] { openNode(selectedNode()); });
    connect(m_canvas, &GraphCanvas::closeAsked, this, [this] { closeAround(selectedNode()); });
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
    else if (!m_folding.graph())
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
        followOperator();
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
    m_folding.setGraph(std::move(whole));
    if (!m_folding.graph()) {
        m_pages->cancel();
        showNothing();
        showEmptyState();
        return;
    }
    if (hasPicture() && drawing().collapsed == m_folding.collapsed() &&
        looksLike(*drawing().whole, *m_folding.graph())) {
        m_pages->cancel();
        showDetails();
        m_pages->showPicture();
    } else {
        layOut();
    }
}

void GraphView::layOut()
{
    m_pages->layOut(m_folding.graph(), m_folding.collapsed());
}

void GraphView::finishLayout()
{
    m_tools->setWithoutLayers(drawing().layout.coarse);
    m_tools->setGraphShown(true);
    m_selection->forget();
    showDetails();
    showCosts();
    if (const auto place = m_folding.takePlace())
        keepPlace(*place);
    else
        m_canvas->showStart();
    findOperator();
    if (m_search.isOf(drawing().whole))
        showMatches();
    else
        search();
    if (const auto node = m_folding.takeRevealed(); !node.isNone())
        reveal(node);
    if (selectedNode().isNone()) {
        m_selection->showShared();
        followOperator();
    }
}

void GraphView::showNothing()
{
    m_tools->setWithoutLayers(false);
    m_scene->begin(nullptr);
    m_scene->build(1);
    m_tools->setGraphShown(false);
    m_operatorNodes.clear();
    search();
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
    if (!m_folding.graph())
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

void GraphView::setCollapsed(GraphLayerId layer, bool collapsed)
{
    if (!m_folding.hasLayer(layer) || !hasPicture())
        return;
    const auto node = drawing().folded.nodeOfLayer(drawing().graph(), layer);
    const auto rect =
        node.isNone() ? toRect(drawing().layout.layers[layer]) : m_scene->nodeItem(node)->rect();
    if (m_folding.setCollapsed(layer, collapsed, topOf(rect)))
        layOut();
}

void GraphView::expandAll()
{
    if (m_folding.setAllCollapsed(false))
        layOut();
}

void GraphView::collapseAll()
{
    if (m_folding.setAllCollapsed(true))
        layOut();
}

void GraphView::openNode(DrawnNodeId node)
{
    if (hasPicture() && m_scene->nodeItem(node) && drawing().folded.isLayer(node))
        setCollapsed(drawing().folded.nodes[node].layer, false);
}

void GraphView::closeAround(DrawnNodeId node)
{
    if (const auto* item = m_scene->nodeItem(node))
        closeLayer(drawing().graph().nodes[node].layer, item->rect().center());
}

void GraphView::closeLayer(GraphLayerId layer, const QPointF& position)
{
    if (m_folding.setCollapsed(layer, true, position))
        layOut();
}

void GraphView::keepPlace(const LayerFolding::Place& place)
{
    const auto node = drawing().folded.nodeOfLayer(drawing().graph(), place.layer);
    if (!node.isNone()) {
        const auto rect = m_scene->nodeItem(node)->rect();
        m_canvas->keepPlace(place.before, rect.center());
        return m_selection->mark(node);
    }
    const auto frame = toRect(drawing().layout.layers[place.layer]);
    if (frame.isEmpty())
        return m_canvas->showStart();
    m_canvas->keepPlace(place.before, topOf(frame));
    // The layer's first operator: the arrow keys continue from there. Other views keep the layer.
    for (DrawnNodeId inner{0}; inner < drawing().layout.nodes.size(); ++inner)
        if (frame.contains(toRect(drawing().layout.nodes[inner])))
            return m_selection->markHere(inner);
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
                       [this, node] { openNode(node); });
    if (!around.isNone())
        menu.addAction(tr("Collapse %1").arg(name(around)), this,
                       [this, around, position] { closeLayer(around, position); });
    if (auto* shared = m_selection->shared(); shared && !node.isNone())
        addShowInMenu(&menu, shared, shared->focus(), "graph"); // the node has been selected
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(tr("Expand all"), this, &GraphView::expandAll);
    menu.addAction(tr("Collapse all"), this, &GraphView::collapseAll);
    menu.addSeparator();
    menu.addAction(tr("Show whole graph"), m_canvas, &GraphCanvas::fit);
    menu.addAction(tr("Copy picture"), this, &GraphView::copyContent)->setShortcut(QKeySequence::Copy);
    menu.exec(globalPosition);
}

void GraphView::reveal(GraphNodeId node)
{
    if (!hasPicture() || node >= drawing().folded.nodeOf.size())
        return;
    const auto drawn = drawing().folded.nodeOf[node];
    if (!drawing().folded.isLayer(drawn)) {
        m_canvas->centerOnNode(drawn);
        selectNode(drawn);
        return;
    }
    if (m_folding.reveal(node))
        layOut();
}

void GraphView::setSelection(TraceSelection* selection)
{
    m_selection->share(selection);
    connect(selection, &TraceSelection::focusChanged, this, &GraphView::followOperator);
    connect(selection, &TraceSelection::stepsChanged, this, [this] {
        if (isVisible())
            updateCosts();
    });
    connect(selection, &TraceSelection::viewWanted, this, [this](const QString& view) {
        if (view == "graph" && !m_operator.isEmpty())
            m_tools->clearSearch(); // whose marks would hide those of the operator
    });
    followOperator();
}

void GraphView::findOperator()
{
    const auto* const shared = m_selection->shared();
    const bool isShown = shared && !m_selection->isOwn() && !shared->focus().event;
    m_operator = isShown ? shared->focus().operatorName : QString();
    m_operatorNodes.clear();
    if (m_operator.isEmpty() || !hasPicture())
        return;
    std::vector<GraphNodeId> containing;
    const auto* const wanted = m_backward ? &m_backward->graph : m_graph.get();
    const bool isWantedShown = wanted && wanted->nodes.size() == drawing().folded.nodeOf.size();
    if (isWantedShown && m_run && m_costs.isOf(m_graph))
        containing = m_costs.nodesOf(m_run->trace, m_operator.toStdString());
    if (m_backward)
        containing = m_backward->nodesOf(containing);
    m_operatorNodes = nodesOfOperator(*drawing().whole, shared->focus(), containing);
}

void GraphView::followOperator()
{
    findOperator();
    showMatches();
    if (!m_operatorNodes.empty() && nodeOfFocus(drawing(), m_selection->shared()->focus()).isNone())
        m_selection->showHere(drawing().folded.nodeOf[m_operatorNodes.front()]);
}

QString GraphView::operatorText() const
{
    if (m_operator.isEmpty() || !hasPicture())
        return {};
    const QString name = toQString(withoutNamespace(m_operator.toStdString()));
    if (m_operatorNodes.empty())
        return tr("No node contains %1").arg(name);
    const auto count = m_operatorNodes.size();
    return counted(tr("%1 node(s) contain %2", nullptr, formNumber(count)), count).arg(name);
}

void GraphView::setEnvironment(std::function<Environment()> environment)
{
    m_environment = std::move(environment);
}

void GraphView::search()
{
    m_search.search(drawing().whole, m_tools->searchText());
    showMatches();
    if (const auto match = m_search.currentNode(); !match.isNone())
        m_canvas->revealNode(drawing().folded.nodeOf[match]);
}

void GraphView::stepThroughMatches(int by)
{
    if (m_search.matches().empty())
        return;
    m_search.step(by);
    showMatches();
    reveal(m_search.currentNode());
}

void GraphView::showMatches()
{
    const bool isSearch = !m_search.countText().isEmpty();
    m_tools->showMatchCount(isSearch ? m_search.countText() : operatorText());
    std::vector<DrawnNodeId> drawn;
    for (const auto match : isSearch ? m_search.matches() : m_operatorNodes)
        drawn.push_back(drawing().folded.nodeOf[match]);
    m_scene->setFound(drawn, m_search.current() < 0 ? DrawnNodeId() : drawn[size_t(m_search.current())]);
}

} // namespace stepscope::ui
