#pragma once

#include "core/graph/network_graph.h"
#include "ui/graph/graph_search.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace stepscope::ui {

class GraphCanvas;
class GraphFolding;
class GraphScene;
class GraphSelection;
class GraphTools;
class TraceSelection;
struct GraphDrawing;

/// Finds nodes of the graph on the screen and marks them: those that match the search or, without a search,
/// those that belong to the operator selected in another view.
class GraphFinder final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        GraphScene* scene;
        GraphCanvas* canvas;
        GraphTools* tools;
        GraphSelection* selection;
        GraphFolding* folding;
        /// The nodes of the whole graph on the screen, in its order, that contain calls of an operator.
        std::function<std::vector<GraphNodeId>(const QString& name)> nodesCalling;
    };

    GraphFinder(Parts parts, QObject* parent);

    /// The selection that the views share.
    void follow(TraceSelection* selection);
    /// Marks the nodes of the operator that is selected in another view, and scrolls to the first.
    void showOperator();
    /// There is another graph on the screen, or another layout.
    void findAgain();
    /// There is no graph on the screen.
    void forget();

private:
    const GraphDrawing& drawing() const;
    void search();
    void stepThroughMatches(int by);
    void findOperator();
    void showFound();
    QString operatorText() const;

    Parts m_parts;
    GraphSearch m_search;
    QString m_operator;                       ///< selected in another view; empty: none
    std::vector<GraphNodeId> m_operatorNodes; ///< of what is on the screen, in its order
};

} // namespace stepscope::ui
