#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

/// Whether PyTorch gives such a name to a node of autograd's graph, or to the engine's call of one:
/// "AddmmBackward0", "torch::autograd::AccumulateGrad", "autograd::engine::evaluate_function: TBackward0".
/// "aten::convolution_backward" is an operator.
bool isAutogradNodeName(std::string_view name);

/// Whether an event runs a node of autograd's graph, so that its sequence number is that of the forward
/// operator that created the node. Other operators of the backward pass are not nodes: the loss, if a program
/// computes it in a range called "backward", and the operators that a node calls.
bool isAutogradNode(const Trace& trace, EventId event);

/// Whether an event can have created the node with its sequence number: it is neither a node, nor an operator
/// that the node calls, to which some recorders give its number.
bool canMakeNode(const Trace& trace, EventId event);

/// For two events with the same sequence number that can have created a node: whether `event` did rather than
/// `known`. The event that began last did. But a thread that only runs the backward pass has its own numbers,
/// so its operators did not create a node of another thread's forward pass.
bool isLaterMaker(const Trace& trace, EventId event, EventId known);

/// Which forward operator each node of a trace belongs to, determined like in PyTorch's profiler. Events are
/// processed in the order of their ends: of forward operators with the same sequence number, the one that
/// began last created the node; of nodes, the one that ends first is linked, which is the node and not the
/// engine's call.
class AutogradLinks
{
public:
    explicit AutogradLinks(const Trace& trace);

    /// For an event with isAutogradNode(); noEvent: the forward operator was not recorded, or the event is
    /// not a node.
    EventId forwardOf(EventId event) const;
    /// Whether PyTorch's profiler draws the arrow from the forward operator to this event.
    bool isArrowEnd(EventId event) const;

private:
    struct Link
    {
        EventId node;
        EventId forward;
        bool isArrowEnd;
    };
    const Link* find(EventId event) const;

    std::vector<Link> m_links; ///< in increasing order of nodes
};

} // namespace stepscope
