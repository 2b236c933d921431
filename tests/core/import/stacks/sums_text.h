#pragma once

#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/trace_sums.h"
#include "tests/core/import/imported_text.h"

#include <map>
#include <string>

namespace stepscope::test {

/// A frame a line, parents first: "main;train 30 of 100 x4" has 30 itself, 100 with what it calls, in 4
/// calls.
inline std::string printedSums(const Trace& trace)
{
    const CallTree tree = callTree(trace);
    std::string text;
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        std::string stack;
        for (const CallNodeId frame : tree.pathTo(node))
            stack += (stack.empty() ? "" : ";") + tree.nameOf(frame);
        const CallNode& call = tree.nodes[node];
        text += fmt::format("{} {} of {}", stack, call.selfNs, call.totalNs);
        text += call.calls > 0 ? fmt::format(" x{}\n", call.calls) : "\n";
    }
    return text;
}

/// By function, in whichever stack: "30 of 100 x4".
inline std::map<std::string, std::string> functionsOf(const CallTree& topDown, bool withCalls = true)
{
    const CallTree tree = bottomUp(topDown);
    std::map<std::string, std::string> functions;
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        const CallNode& call = tree.nodes[node];
        if (call.parent == rootNode)
            functions[tree.nameOf(node)] = fmt::format("{} of {}", call.selfNs, call.totalNs) +
                                           (withCalls ? fmt::format(" x{}", call.calls) : "");
    }
    return functions;
}

/// What must hold for any profile of sums: frames are side by side within the frame around them.
inline void checkSums(const Trace& trace)
{
    checkSound(trace);
    QVERIFY(isOfSums(trace));
    QCOMPARE(trace.calls.size(), size_t(trace.size()));
    QVERIFY(trace.steps.empty());
    for (EventId event(0); event < trace.endEvent(); ++event) {
        QVERIFY(trace.calls[event] >= 0);
        const EventId parent = trace.parent[event];
        if (parent != noEvent)
            QVERIFY(trace.startNs[event] + trace.durationNs[event] <=
                    trace.startNs[parent] + trace.durationNs[parent]);
    }
}

} // namespace stepscope::test
