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

/// What a node shows: its title is the larger, the more time it takes itself.
struct CallCard
{
    QString title;
    QString self; ///< empty: a pass does nothing itself
    QString total;
    int size = 0; ///< 0 to 3

    /// Room for the text and the padding around it.
    QSizeF extent(const QFont& font) const;
};

CallCard callCard(const CallGraph& graph, uint32_t node);

/// A call graph that is to be laid out, or was: its graph in the words of the layout, which knows no calls.
struct CallGraphPicture
{
    CallGraph graph;
    std::vector<CallCard> cards;
    NetworkGraph drawn; ///< bare nodes and edges
    DrawnSizes sizes;
    GraphLayout layout;

    QRectF content() const { return {0, 0, layout.width, layout.height}; }
    QRectF rectOf(int node) const;
    /// -1: none.
    int nodeAt(const QPointF& position) const;
    /// Whether a layout of this one suits the other as well.
    bool isDrawnAs(const CallGraphPicture& other) const;
};

/// Without its layout.
CallGraphPicture callGraphPicture(CallGraph graph, const QFont& font);

/// From left to right, for calls are wide and not deep. Throws Error.
GraphLayout layoutCalls(const CallGraphPicture& picture, std::stop_token stop);

/// Rows become columns.
GraphLayout transposed(GraphLayout layout);

struct CallGraphMarks
{
    int hovered = -1;
    int selected = -1;
    QString focus; ///< operators or layers of this name
};

/// Paints a picture in its own units; `zoom` says how much of the text can be read.
void paintCallGraph(QPainter& painter, const CallGraphPicture& picture, const CallGraphMarks& marks,
                    const ThemeColors& colors, const QFont& font, double zoom);

/// As rich text, with all that is known of a node.
QString callGraphToolTip(const CallGraph& graph, uint32_t node);

} // namespace stepscope::ui
