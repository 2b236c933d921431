#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

/// Whether PyTorch calls a node of autograd's graph, or the engine's call of one, by such a name:
/// "AddmmBackward0", "torch::autograd::AccumulateGrad", "autograd::engine::evaluate_function: TBackward0".
/// "aten::convolution_backward" is an operator.
bool isAutogradNodeName(std::string_view name);

/// Whether an event runs a node of autograd's graph, so that its sequence number is that of the forward
/// operator that made the node. Other operators of the backward pass are not nodes: the loss, where a program
/// computes it in a range called "backward", and what a node calls.
bool isAutogradNode(const Trace& trace, uint32_t event);

/// Whether an event can have made the node with its sequence number: it is no node, and not what that node
/// calls, which some recorders give its number.
bool canMakeNode(const Trace& trace, uint32_t event);

/// Of two events with one sequence number that can have made a node: whether `event` did rather than `known`.
/// The one that began last did, but a thread that runs the backward pass alone counts by itself, so that one
/// of its operators says nothing of a node that another thread's forward pass made.
bool isLaterMaker(const Trace& trace, uint32_t event, uint32_t known);

/// Which forward operator each node of a trace belongs to, as PyTorch's profiler finds it. Events are taken
/// in the order of their ends: of forward operators with one sequence number the one that began last made
/// the node, and of nodes the one that ends first is linked, which is the node and not the engine's call.
class AutogradLinks
{
public:
    explicit AutogradLinks(const Trace& trace);

    /// Of an event with isAutogradNode(); noEvent: the forward operator was not recorded, or the event is no
    /// node.
    uint32_t forwardOf(uint32_t event) const;
    /// Whether PyTorch's profiler draws the arrow from the forward operator to this event.
    bool isArrowEnd(uint32_t event) const;

private:
    struct Link
    {
        uint32_t node;
        uint32_t forward;
        bool isArrowEnd;
    };
    const Link* find(uint32_t event) const;

    std::vector<Link> m_links; ///< by rising node
};

} // namespace stepscope
