#pragma once

#include "ui/flame/flame_data.h"
#include "ui/support/trace_selection.h"

namespace stepscope::ui {

/// What a frame selects in the views that share the selection; empty for the root and passes.
TraceFocus focusOfFrame(const CallTree& tree, CallNodeId node);

/// The frame that represents the calls with an event's stack; noNode: there is none, as in bottom-up trees.
/// The data must be of the trace.
CallNodeId frameOfEvent(const FlameData& data, const Trace& trace, EventId event);

/// The kind of frame that other views call operators.
FrameKind kindOfOperators(const CallTree& tree);

} // namespace stepscope::ui
