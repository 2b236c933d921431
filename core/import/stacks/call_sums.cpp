#include "core/import/stacks/call_sums.h"

#include "core/import/stacks/call_shares.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <queue>
#include <utility>

namespace stepscope {

namespace {

constexpr size_t mostNodes = 200'000;

using FunctionId = CallSums::FunctionId;
using CallId = CallSums::CallId;
using StackId = Id<struct StackOfCallSums>;

/// A stack that leads to a function.
struct Node
{
    FunctionId function;
    StackId parent;
    CallId call; ///< that leads to it
    uint32_t depth = 0;
    double weight = 0.0; ///< the share of the function's total cost in this stack
};

class StackMaker
{
public:
    explicit StackMaker(const CallSums& sums)
        : m_sums(sums)
        , m_shares(callShares(sums))
        , m_nodesOf(sums.functions.size())
        , m_nodesOfCall(sums.calls.size())
        , m_isRecursive(sums.calls.size(), false)
    {
    }

    void make()
    {
        for (FunctionId function(0); function < m_sums.functions.size(); ++function) {
            if (m_shares.rootShareOf[function] > 0)
                addNode(function, {}, {}, m_shares.rootShareOf[function]);
        }
        follow();
        reachTheRest();
        shareOut();
    }

    void addTo(StackProfile& profile, ImportLog& log) const
    {
        std::vector<StackFrameId> frames;
        for (size_t i = 0; i < m_nodes.size(); ++i) {
            const Node& node = m_nodes[i];
            const StackFrameId outer = node.parent.isNone() ? StackProfile::outermost : frames[node.parent];
            frames.push_back(profile.frame(outer, m_sums.functions[node.function].name));
            profile.add(frames.back(), m_values[i], m_calls[i]);
        }
        log.count(ImportIssue::RecursiveCalls, std::ranges::count(m_isRecursive, true));
        log.count(ImportIssue::UnfollowedCalls, m_unfollowed);
    }

private:
    void addNode(FunctionId function, StackId parent, CallId call, double weight)
    {
        const StackId node(uint32_t(m_nodes.size()));
        const uint32_t depth = parent.isNone() ? 0 : m_nodes[parent].depth + 1;
        m_nodes.push_back({function, parent, call, depth, weight});
        m_nodesOf[function].push_back(node);
        if (!call.isNone())
            m_nodesOfCall[call].push_back(node);
        m_open.emplace(weight * m_shares.costOf[function], node);
    }

    bool isDeepest(StackId node) const { return m_nodes[node].depth + 1 >= StackProfile::mostDepth; }

    /// Follows calls inwards, the costliest stack first.
    void follow()
    {
        std::vector<StackId> lastSeen(m_sums.functions.size()); // by function: its last stack
        while (!m_open.empty() && m_nodes.size() < mostNodes) {
            const StackId at = m_open.top().second;
            m_open.pop();
            for (StackId node = at; !node.isNone(); node = m_nodes[node].parent)
                lastSeen[m_nodes[node].function] = at;
            for (const auto index : m_shares.callsFrom(m_nodes[at].function)) {
                const auto& call = m_sums.calls[index];
                if (lastSeen[call.to] == at)
                    m_isRecursive[index] = true;
                else if (isDeepest(at))
                    ++m_unfollowed;
                else
                    addNode(call.to, at, index, m_nodes[at].weight * m_shares.shareOf[index]);
            }
        }
        m_unfollowed += int64_t(m_open.size());
    }

    /// Gives each remaining function a stack, however cheap: through its costliest caller that has one.
    void reachTheRest()
    {
        std::priority_queue<std::pair<int64_t, CallId>> calls;
        const auto offer = [&](FunctionId function) {
            for (const auto index : m_shares.callsFrom(function)) {
                if (m_nodesOf[m_sums.calls[index].to].empty())
                    calls.emplace(m_sums.calls[index].total, index);
            }
        };
        for (FunctionId function(0); function < m_sums.functions.size(); ++function) {
            if (!m_nodesOf[function].empty())
                offer(function);
        }
        while (!calls.empty()) {
            const CallId index = calls.top().second;
            calls.pop();
            const auto& call = m_sums.calls[index];
            if (!m_nodesOf[call.to].empty())
                continue;
            const StackId parent = *std::ranges::max_element(
                m_nodesOf[call.from], {}, [this](StackId node) { return m_nodes[node].weight; });
            const bool isTooDeep = isDeepest(parent);
            addNode(call.to, isTooDeep ? StackId() : parent, isTooDeep ? CallId() : index, 1.0);
            offer(call.to);
        }
    }

    /// Distributes the whole amount among stacks by their weights.
    void give(int64_t amount, std::vector<int64_t>& to, const std::vector<StackId>& nodes) const
    {
        if (amount <= 0 || nodes.empty())
            return;
        double whole = 0.0;
        for (const auto node : nodes)
            whole += m_nodes[node].weight;
        double sum = 0.0;
        int64_t given = 0;
        for (const auto node : nodes) {
            sum += m_nodes[node].weight;
            const bool isLast = node == nodes.back() || !(whole > 0);
            const double share = std::min(sum / whole, 1.0);
            const int64_t upTo =
                isLast ? amount : std::clamp(int64_t(std::llround(double(amount) * share)), given, amount);
            to[node] += upTo - given;
            given = upTo;
        }
    }

    void shareOut()
    {
        m_values.assign(m_nodes.size(), 0);
        m_calls.assign(m_nodes.size(), 0);
        const auto& functions = m_sums.functions;
        std::vector<int64_t> selfLeft(functions.size());
        std::vector<int64_t> callsLeft(functions.size());
        for (size_t i = 0; i < functions.size(); ++i) {
            selfLeft[i] = functions[i].self;
            callsLeft[i] =
                functions[i].calls == CallSums::notKnown ? CallSums::mostCalls : functions[i].calls;
        }
        std::vector<bool> isSelfByCall(functions.size(), false);
        for (CallId index(0); index < m_sums.calls.size(); ++index) {
            const auto& call = m_sums.calls[index];
            const auto& nodes = m_nodesOfCall[index].empty() ? m_nodesOf[call.to] : m_nodesOfCall[index];
            const int64_t calls = std::min(call.calls, callsLeft[call.to]);
            give(calls, m_calls, nodes);
            callsLeft[call.to] -= std::max<int64_t>(calls, 0);
            if (call.self == CallSums::notKnown)
                continue;
            const int64_t self = std::min(call.self, selfLeft[call.to]);
            give(self, m_values, nodes);
            selfLeft[call.to] -= std::max<int64_t>(self, 0);
            isSelfByCall[call.to] = true;
        }
        for (FunctionId function(0); function < functions.size(); ++function) {
            std::vector<StackId> roots;
            std::ranges::copy_if(m_nodesOf[function], std::back_inserter(roots),
                                 [this](StackId node) { return m_nodes[node].parent.isNone(); });
            const auto& outside = roots.empty() ? m_nodesOf[function] : roots;
            give(selfLeft[function], m_values, isSelfByCall[function] ? outside : m_nodesOf[function]);
            if (functions[function].calls != CallSums::notKnown)
                give(callsLeft[function], m_calls, outside);
        }
    }

    const CallSums& m_sums;
    const CallShares m_shares;
    std::vector<Node> m_nodes; ///< parents first
    std::vector<std::vector<StackId>> m_nodesOf;
    std::vector<std::vector<StackId>> m_nodesOfCall;
    std::priority_queue<std::pair<double, StackId>> m_open;
    std::vector<bool> m_isRecursive; ///< by call
    int64_t m_unfollowed = 0;
    std::vector<int64_t> m_values; ///< by node
    std::vector<int64_t> m_calls;
};

} // namespace

void addStacks(const CallSums& sums, StackProfile& profile, ImportLog& log)
{
    StackMaker maker(sums);
    maker.make();
    maker.addTo(profile, log);
}

} // namespace stepscope
