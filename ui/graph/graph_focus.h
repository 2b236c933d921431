#pragma once

#include "ui/support/trace_selection.h"

namespace stepscope::ui {

struct GraphDrawing;

/// What other views show of a drawn node: its layer and, except for a collapsed layer, its operator. Nodes of
/// a backward pass are functions of autograd, which are no operators of other views. -1: nothing.
TraceFocus focusOfNode(const GraphDrawing& drawing, int node, bool isBackward);

/// The drawn node for what is selected elsewhere: a collapsed layer, otherwise the first node of the operator
/// in the layer, otherwise the layer's first node; -1: none.
int nodeOfFocus(const GraphDrawing& drawing, const TraceFocus& focus);

} // namespace stepscope::ui
