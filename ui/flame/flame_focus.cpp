#include "ui/flame/flame_focus.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "ui/support/qt_text.h"

#include <algorithm>
#include <vector>

namespace stepscope::ui {

TraceFocus focusOfFrame(const CallTree& tree, CallNodeId node)
{
    TraceFocus focus;
    if (node == noNode || tree.nodes[node].name == noName)
        return focus;
    const QString name = toQString(tree.nameOf(node));
    if (tree.nodes[node].kind == FrameKind::Layer) {
        focus.layer = name;
        return focus;
    }
    focus.operatorName = name;
    const CallNodeId layer = tree.direction == CallDirection::TopDown ? tree.layerOf(node) : noNode;
    if (layer != noNode)
        focus.layer = toQString(tree.nameOf(layer));
    return focus;
}

CallNodeId frameOfEvent(const FlameData& data, const Trace& trace, EventId event)
{
    const CallTree& tree = *data.tree;
    if (event >= trace.size() || tree.direction != CallDirection::TopDown)
        return noNode;
    std::vector<EventId> stack;
    EventId inmost = event;
    if (isOnDevice(trace.kind[event])) {
        const TraceDeviceWork* work = trace.workOf(event);
        stack.push_back(event);
        inmost = work ? work->launcher : noEvent;
    }
    for (EventId at = inmost; at != noEvent; at = enclosingEvent(trace, at))
        stack.push_back(at);
    CallNodeId node = rootNode;
    const auto descend = [&](auto&& isWanted) {
        const auto children = data.order.childrenOf(node);
        const auto found = std::ranges::find_if(children, isWanted);
        node = found == children.end() ? noNode : *found;
    };
    if (tree.contents.hasPasses)
        descend([&](CallNodeId child) { return tree.nodes[child].pass == trace.pass[stack.back()]; });
    for (auto at = stack.rbegin(); at != stack.rend() && node != noNode; ++at) {
        const FrameKind kind = frameKindOf(trace.kind[*at]);
        descend([&](CallNodeId child) {
            const CallNode& call = tree.nodes[child];
            return call.name == trace.name[*at] && call.kind == kind && call.pass == trace.pass[*at];
        });
    }
    return node;
}

FrameKind kindOfOperators(const CallTree& tree)
{
    return tree.contents.areFunctions && tree.nodes.size() > 1 ? tree.nodes[1].kind : FrameKind::Operator;
}

} // namespace stepscope::ui
