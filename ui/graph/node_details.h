#pragma once

#include "ui/graph/graph_drawing.h"
#include "ui/graph/items/graph_style.h"

#include <QScrollArea>

class QLabel;

namespace stepscope::ui {

/// One operator in a few lines.
QString nodeToolTip(const NetworkGraph& graph, GraphNodeId node);

/// An operator as rich text: its layers, output, parameters, and the operators before and after it as links
/// "node:<index>". `costs`: what it cost per step, one line per figure.
QString nodeDetails(const NetworkGraph& graph, GraphNodeId node, const GraphStyle& style,
                    const QStringList& costs = {});

/// A collapsed layer as rich text: its parameters, the kinds of operators in it, and its neighbors.
QString layerDetails(const GraphDrawing& drawing, DrawnNodeId node, const GraphStyle& style,
                     const QStringList& costs = {});

/// The network as rich text, with a legend of the operators' colors.
QString networkDetails(const NetworkGraph& graph, const GraphStyle& style);

/// The pane next to the graph: the selected operator, or the network.
class NodeDetails final : public QScrollArea
{
    Q_OBJECT

public:
    explicit NodeDetails(QWidget* parent = nullptr);

    /// No `node`: the network.
    void show(const GraphDrawing& drawing, DrawnNodeId node, const GraphStyle& style,
              const QStringList& costs = {});
    QString html() const;

Q_SIGNALS:
    void nodeAsked(stepscope::DrawnNodeId node);

private:
    QLabel* m_text;
};

} // namespace stepscope::ui
