#pragma once

#include "core/graph/folded_graph.h"
#include "ui/canvas/graph_geometry.h"
#include "ui/support/trace_selection.h"

#include <QObject>
#include <QPointer>

#include <vector>

namespace stepscope::ui {

class GraphCanvas;
class GraphScene;
struct GraphDrawing;

/// What other views show of a drawn node: its layer and, except for a collapsed layer, its operator. Nodes of
/// a backward pass are functions of autograd, which are no operators of other views. None: nothing.
TraceFocus focusOfNode(const GraphDrawing& drawing, DrawnNodeId node, bool isBackward);

/// The drawn node for what is selected elsewhere: a collapsed layer, otherwise the first node of the operator
/// in the layer, otherwise the layer's first node; or none.
DrawnNodeId nodeOfFocus(const GraphDrawing& drawing, const TraceFocus& focus);

/// The nodes of the whole graph, in its order, that belong to an operator selected elsewhere, in its layer if
/// one is selected: those of that operator, and those among `containing`, which call it.
std::vector<GraphNodeId> nodesOfOperator(const NetworkGraph& whole, const TraceFocus& focus,
                                         const std::vector<GraphNodeId>& containing);

/// The selected node of the graph on the screen. Other views show it as far as they can, and what is selected
/// there is selected here.
class GraphSelection final : public QObject
{
    Q_OBJECT

public:
    GraphSelection(GraphScene* scene, GraphCanvas* canvas, QObject* parent = nullptr);

    /// Shares the selection with other views.
    void share(TraceSelection* selection);
    /// Null: it is not shared.
    TraceSelection* shared() const { return m_shared; }
    /// Whether nodes are those of a backward pass.
    void setBackward(bool isBackward) { m_isBackward = isBackward; }

    /// None: the network.
    DrawnNodeId node() const { return m_node; }
    /// Selects a node, or none, and scrolls to it.
    void select(DrawnNodeId node);
    /// Selects without scrolling.
    void mark(DrawnNodeId node);
    /// Selects without scrolling. Other views keep what they show.
    void markHere(DrawnNodeId node);
    /// Selects the next node in a direction, or the first one.
    void move(GraphDirection direction);
    /// Selects and scrolls to a node. Other views keep what they show.
    void showHere(DrawnNodeId node);
    /// Selects what is selected elsewhere.
    void showShared();
    /// Whether the shared selection was made in the graph.
    bool isOwn() const { return m_isOwn; }
    /// There is another graph on the screen, or none. Other views keep what they show.
    void forget() { m_node = {}; }

Q_SIGNALS:
    void changed();

private:
    void follow();

    GraphScene* m_scene;
    GraphCanvas* m_canvas;
    QPointer<TraceSelection> m_shared;
    DrawnNodeId m_node;
    bool m_isBackward = false;
    bool m_isOwn = false;
    bool m_isPicking = false; ///< this changes the shared selection, or follows it
};

} // namespace stepscope::ui
