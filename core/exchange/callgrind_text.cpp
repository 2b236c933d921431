#include "core/exchange/callgrind_text.h"

#include "core/exchange/stack_costs.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace stepscope {

namespace {

/// Operators, layers … with the same name are one function, and so is each part of the step.
using FunctionKey = std::tuple<FrameKind, NameId, Pass>;

struct Call
{
    int64_t calls = 0;
    StackCost cost; ///< inclusive
};

struct Function
{
    CallNodeId node = noNode; ///< a node with its name
    StackCost own;
    std::map<uint32_t, Call> calls; ///< by function
};

class CallgrindWriter
{
public:
    explicit CallgrindWriter(const CallTree& tree)
        : m_tree(tree)
    {
    }

    std::string text()
    {
        collect();
        header();
        for (uint32_t id = 0; id < m_functions.size(); ++id)
            write(id);
        return fmt::to_string(m_text);
    }

private:
    uint32_t functionOf(CallNodeId node)
    {
        const auto& call = m_tree.nodes[node];
        const bool isPass = call.kind == FrameKind::Pass;
        const auto [found, added] = m_ids.try_emplace(
            FunctionKey{call.kind, isPass ? 0 : call.name, isPass ? call.pass : Pass::Other},
            uint32_t(m_functions.size()));
        if (added)
            m_functions.push_back({.node = node, .own = {}, .calls = {}});
        return found->second;
    }

    void collect()
    {
        const auto own = ownCosts(m_tree);
        const auto inclusive = inclusiveCosts(m_tree, own);
        m_total = inclusive[rootNode];
        std::vector<uint32_t> functions(m_tree.nodes.size());
        for (CallNodeId node(1); node < m_tree.nodes.size(); ++node) {
            functions[node] = functionOf(node);
            m_functions[functions[node]].own += own[node];
            const auto parent = m_tree.nodes[node].parent;
            if (parent == rootNode)
                continue;
            auto& call = m_functions[functions[parent]].calls[functions[node]];
            call.calls += m_tree.nodes[node].calls;
            call.cost += inclusive[node];
        }
    }

    void header()
    {
        put("# callgrind format\nversion: 1\ncreator: Stepscope {}\npositions: line\n", STEPSCOPE_VERSION);
        const std::string& unit = m_tree.unit;
        const char* event = unit.empty() ? "Time" : unit == "instructions" ? "Ir" : "Cost";
        put("event: {} : {}\n", event,
            unit.empty()             ? fmt::format("{} (ns)", hostTimeName(m_tree))
            : unit == "instructions" ? "Instructions"
                                     : fmt::format("Cost ({})", unit));
        if (m_tree.hasDevice)
            put("event: Device : Time on devices (ns)\n");
        if (m_tree.hasMemory)
            put("event: Allocated : Allocated memory (bytes)\n");
        put("events: {}{}{}\n", event, m_tree.hasDevice ? " Device" : "",
            m_tree.hasMemory ? " Allocated" : "");
        put("summary: {}\n", costs(m_total));
    }

    void write(uint32_t id)
    {
        const auto& function = m_functions[id];
        put("\nfl={}\nfn={}\n0 {}\n", group(function.node), name(id), costs(function.own));
        for (const auto& [callee, call] : function.calls) {
            put("cfi={}\ncfn={}\ncalls={} 0\n0 {}\n", group(m_functions[callee].node), name(callee),
                call.calls, costs(call.cost));
        }
    }

    std::string costs(const StackCost& cost) const
    {
        const auto device = m_tree.hasDevice ? fmt::format(" {}", cost.deviceNs) : "";
        const auto allocated = m_tree.hasMemory ? fmt::format(" {}", cost.allocatedBytes) : "";
        return fmt::format("{}{}{}", cost.timeNs, device, allocated);
    }

    /// A name is written once; after that, its number is used.
    std::string name(uint32_t id)
    {
        if (!m_named.insert(id).second)
            return fmt::format("({})", id + 1);
        return fmt::format("({}) {}", id + 1, frameName(m_tree, m_functions[id].node));
    }

    std::string group(CallNodeId node)
    {
        const auto kind = m_tree.nodes[node].kind;
        if (!m_namedGroups.insert(kind).second)
            return fmt::format("({})", int(kind) + 1);
        return fmt::format("({}) {}", int(kind) + 1, frameKindName(m_tree, kind));
    }

    template<typename... Values>
    void put(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Values>(values)...);
    }

    const CallTree& m_tree;
    std::map<FunctionKey, uint32_t> m_ids;
    std::vector<Function> m_functions;
    StackCost m_total;
    std::set<uint32_t> m_named;
    std::set<FrameKind> m_namedGroups;
    fmt::memory_buffer m_text;
};

} // namespace

std::string callgrindText(const CallTree& tree)
{
    return CallgrindWriter(tree).text();
}

} // namespace stepscope
