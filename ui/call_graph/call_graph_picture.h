#pragma once

#include "core/graph/call_graph.h"
#include "core/graph/graph_layout.h"
#include "core/graph/network_graph.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <stop_token>
#include <vector>

class QPainter;

namespace stepscope::ui {

/// What a node shows. The title is larger, the longer the node's self time.
struct CallCard
{
    QString title;
    QString self; ///< empty for a pass, which has no self time
    QString total;
    int size = 0; ///< 0 to 3

    /// Room for the text and the padding around it.
    QSizeF extent(const QFont& font) const;
};

CallCard callCard(const CallGraph& graph, CallGraphNodeId node);

/// A call graph, laid out or not, and the same graph as input for the layout, which knows nothing about
/// calls.
struct CallGraphPicture
{
    CallGraph graph;
    std::vector<CallCard> cards;
    NetworkGraph drawn; ///< nodes and edges only
    DrawnSizes sizes;
    GraphLayout layout;

    QRectF content() const { return {0, 0, layout.width, layout.height}; }
    QRectF rectOf(CallGraphNodeId node) const;
    /// The card at a position, or none.
    CallGraphNodeId nodeAt(const QPointF& position) const;
    /// Whether a layout of this graph also suits the other one.
    bool isDrawnAs(const CallGraphPicture& other) const;
};

/// The same node in CallGraphPicture::drawn.
GraphNodeId inDrawn(CallGraphNodeId node);

/// Makes a picture that is not laid out yet.
CallGraphPicture callGraphPicture(CallGraph graph, const QFont& font);

/// Runs from left to right, because call graphs are wide and not deep. Throws Error.
GraphLayout layoutCalls(const CallGraphPicture& picture, std::stop_token stop);

/// Swaps rows and columns.
GraphLayout transposed(GraphLayout layout);

struct CallGraphMarks
{
    CallGraphNodeId hovered;
    CallGraphNodeId selected;
    QString focus; ///< operators or layers of this name
};

/// Paints a picture in its own units; `zoom` decides how much text is legible.
void paintCallGraph(QPainter& painter, const CallGraphPicture& picture, const CallGraphMarks& marks,
                    const ThemeColors& colors, const QFont& font, double zoom);

/// Everything known about a node, as rich text.
QString callGraphToolTip(const CallGraph& graph, CallGraphNodeId node);

} // namespace stepscope::ui
