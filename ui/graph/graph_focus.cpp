#include "ui/graph/graph_focus.h"

#include "ui/graph/graph_drawing.h"
#include "ui/support/qt_text.h"

#include <algorithm>

namespace stepscope::ui {

TraceFocus focusOfNode(const GraphDrawing& drawing, int node, bool isBackward)
{
    TraceFocus focus;
    if (node < 0)
        return focus;
    const auto& graph = drawing.graph();
    const auto& drawn = graph.nodes[size_t(node)];
    const auto layer = drawing.folded.nodes[size_t(node)].layer;
    const auto named = layer >= 0 ? layer : drawn.layer;
    if (named >= 0 && size_t(named) < graph.layers.size())
        focus.layer = toQString(graph.layers[size_t(named)].name);
    if (layer < 0 && drawn.kind == GraphNodeKind::Operator && !isBackward)
        focus.operatorName = toQString(drawn.op);
    return focus;
}

int nodeOfFocus(const GraphDrawing& drawing, const TraceFocus& focus)
{
    const auto layer = focus.layer.toStdString();
    const auto op = focus.operatorName.toStdString();
    if (!drawing.whole || (layer.empty() && op.empty()))
        return -1;
    const auto& whole = *drawing.whole;
    const auto& folded = drawing.folded;
    const auto isNamed = [&](int32_t index) {
        return index >= 0 && size_t(index) < whole.layers.size() && whole.layers[size_t(index)].name == layer;
    };
    const auto isIn = [&](int32_t index) {
        for (size_t depth = 0;
             index >= 0 && size_t(index) < whole.layers.size() && depth <= whole.layers.size();
             ++depth, index = whole.layers[size_t(index)].parent)
            if (isNamed(index))
                return true;
        return layer.empty();
    };
    const auto drawnNode = [&](auto&& fits) {
        const auto found = std::ranges::find_if(whole.nodes, fits);
        return found == whole.nodes.end() ? -1 : int(folded.nodeOf[size_t(found - whole.nodes.begin())]);
    };
    const auto card =
        std::ranges::find_if(folded.nodes, [&](const FoldedNode& node) { return isNamed(node.layer); });
    if (card != folded.nodes.end())
        return int(card - folded.nodes.begin());
    const int node = drawnNode([&](const GraphNode& each) { return each.op == op && isIn(each.layer); });
    return node >= 0 || layer.empty() ? node
                                      : drawnNode([&](const GraphNode& each) { return isIn(each.layer); });
}

} // namespace stepscope::ui
