#pragma once

#include "core/graph/backward_graph.h"
#include "core/graph/graph_costs.h"
#include "core/graph/network_graph.h"
#include "core/machine/environment.h"
#include "ui/graph/graph_cost_reader.h"
#include "ui/graph/graph_drawing.h"
#include "ui/graph/graph_selection.h"
#include "ui/graph/items/graph_heat.h"
#include "ui/support/view.h"

#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace stepscope::ui {

class GraphCanvas;
class GraphFinder;
class GraphFolding;
class GraphPages;
class GraphScene;
class GraphTools;
class MachinePeakSource;
class NodeDetails;
class TraceSelection;

/// The network as a graph: operators as nodes, layers as frames around them or, if collapsed, as one node
/// each. Shows the forward pass, or the backward pass as autograd runs it. Selecting a node shows its
/// details.
class GraphView final : public View
{
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);

    void showRun(const Run* run) override;
    void refresh() override;
    QList<ExportItem> exportItems() override;

    /// Shares the selection with other views.
    void setSelection(TraceSelection* selection);
    /// The environment of the run on the screen: only this machine's processors have a roofline.
    void setEnvironment(std::function<Environment()> environment);
    /// The network that would be trained, shown until a run has its own graph. Null: none.
    void showPreview(std::shared_ptr<const NetworkGraph> graph);

    GraphCanvas* canvas() const { return m_canvas; }
    GraphScene* scene() const { return m_scene; }
    /// Collapses and expands layers.
    GraphFolding* folding() const { return m_folding; }
    /// What is on the screen.
    const GraphDrawing& drawing() const;
    /// None: the network.
    DrawnNodeId selectedNode() const { return m_selection->node(); }
    bool isLayingOut() const;

public Q_SLOTS:
    /// None: the network.
    void selectNode(stepscope::DrawnNodeId node) { m_selection->select(node); }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectParts();

    bool hasPicture() const { return drawing().whole != nullptr; }
    /// Lays the graph out and then shows it; until then, the picture does not change.
    void setGraph(std::shared_ptr<const NetworkGraph> graph);
    void setWhole(std::shared_ptr<const NetworkGraph> whole);
    void finishLayout();
    void showNothing();
    void showEmptyState();
    void restyle();

    void showMenu(const QPointF& position, const QPoint& globalPosition);
    /// The nodes on the screen, in the order of the whole graph, that contain calls of an operator.
    std::vector<GraphNodeId> nodesCalling(const QString& name) const;
    void showDetails();
    bool hasRunGraph() const;
    /// Adds the run's new recorded costs to the graph.
    void updateCosts();
    void showCosts();
    void showCoveredSteps();
    void showBackward();
    void showHeat();
    std::vector<NodeHeat> roofHeat();
    Picture picture() const;

    const Run* m_run = nullptr;
    std::shared_ptr<const NetworkGraph> m_preview;
    std::shared_ptr<const NetworkGraph> m_graph;     ///< wanted
    std::shared_ptr<const BackwardGraph> m_backward; ///< of m_graph, if the backward pass is wanted

    GraphCostReader m_costs; ///< of m_graph
    QTimer m_nextCosts;
    GraphCosts m_drawnCosts; ///< of the graph on the screen

    std::function<Environment()> m_environment;
    MachinePeakSource* m_peak;

    GraphScene* m_scene;
    GraphCanvas* m_canvas;
    GraphSelection* m_selection;
    NodeDetails* m_details;
    GraphTools* m_tools;
    GraphPages* m_pages = nullptr;
    GraphFolding* m_folding = nullptr; ///< of what is wanted: m_graph, or m_backward's
    GraphFinder* m_finder = nullptr;
};

} // namespace stepscope::ui
