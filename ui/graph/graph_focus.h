#pragma once

#include "core/graph/folded_graph.h"
#include "ui/support/trace_selection.h"

namespace stepscope::ui {

struct GraphDrawing;

/// What other views show of a drawn node: its layer and, except for a collapsed layer, its operator. Nodes of
/// a backward pass are functions of autograd, which are no operators of other views. None: nothing.
TraceFocus focusOfNode(const GraphDrawing& drawing, DrawnNodeId node, bool isBackward);

/// The drawn node for what is selected elsewhere: a collapsed layer, otherwise the first node of the operator
/// in the layer, otherwise the layer's first node; or none.
DrawnNodeId nodeOfFocus(const GraphDrawing& drawing, const TraceFocus& focus);

} // namespace stepscope::ui
