#include "core/import/stacks/call_sums.h"

#include "core/import/stacks/call_shares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace stepscope {

namespace {

constexpr size_t mostNodes = 200'000;
constexpr uint32_t none = std::numeric_limits<uint32_t>::max();

/// A stack that leads to a function.
struct Node
{
    uint32_t function = 0;
    uint32_t parent = none;
    uint32_t call = none; ///< that leads to it
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
        for (uint32_t function = 0; function < m_sums.functions.size(); ++function) {
            if (m_shares.rootShareOf[function] > 0)
                addNode(function, none, none, m_shares.rootShareOf[function]);
        }
        follow();
        reachTheRest();
        shareOut();
    }

    void addTo(StackProfile& profile, ImportLog& log) const
    {
        std::vector<uint32_t> frames;
        for (size_t i = 0; i < m_nodes.size(); ++i) {
            const Node& node = m_nodes[i];
            const uint32_t outer = node.parent == none ? StackProfile::outermost : frames[node.parent];
            frames.push_back(profile.frame(outer, m_sums.functions[node.function].name));
            profile.add(frames.back(), m_values[i], m_calls[i]);
        }
        log.count(ImportIssue::RecursiveCalls, std::ranges::count(m_isRecursive, true));
        log.count(ImportIssue::UnfollowedCalls, m_unfollowed);
    }

private:
    void addNode(uint32_t function, uint32_t parent, uint32_t call, double weight)
    {
        const auto node = uint32_t(m_nodes.size());
        const uint32_t depth = parent == none ? 0 : m_nodes[parent].depth + 1;
        m_nodes.push_back({function, parent, call, depth, weight});
        m_nodesOf[function].push_back(node);
        if (call != none)
            m_nodesOfCall[call].push_back(node);
        m_open.emplace(weight * m_shares.costOf[function], node);
    }

    bool isDeepest(uint32_t node) const { return m_nodes[node].depth + 1 >= StackProfile::mostDepth; }

    /// Follows calls inwards, the costliest stack first.
    void follow()
    {
        std::vector<uint32_t> lastSeen(m_sums.functions.size(), none); // by function: its last stack
        while (!m_open.empty() && m_nodes.size() < mostNodes) {
            const uint32_t at = m_open.top().second;
            m_open.pop();
            for (uint32_t node = at; node != none; node = m_nodes[node].parent)
                lastSeen[m_nodes[node].function] = at;
            for (const uint32_t index : m_shares.callsFrom(m_nodes[at].function)) {
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
        std::priority_queue<std::pair<int64_t, uint32_t>> calls;
        const auto offer = [&](uint32_t function) {
            for (const uint32_t index : m_shares.callsFrom(function)) {
                if (m_nodesOf[m_sums.calls[index].to].empty())
                    calls.emplace(m_sums.calls[index].total, index);
            }
        };
        for (uint32_t function = 0; function < m_sums.functions.size(); ++function) {
            if (!m_nodesOf[function].empty())
                offer(function);
        }
        while (!calls.empty()) {
            const uint32_t index = calls.top().second;
            calls.pop();
            const auto& call = m_sums.calls[index];
            if (!m_nodesOf[call.to].empty())
                continue;
            const uint32_t parent = *std::ranges::max_element(
                m_nodesOf[call.from], {}, [this](uint32_t node) { return m_nodes[node].weight; });
            const bool isTooDeep = isDeepest(parent);
            addNode(call.to, isTooDeep ? none : parent, isTooDeep ? none : index, 1.0);
            offer(call.to);
        }
    }

    /// Distributes the whole amount among stacks by their weights.
    void give(int64_t amount, std::vector<int64_t>& to, const std::vector<uint32_t>& nodes) const
    {
        if (amount <= 0 || nodes.empty())
            return;
        double whole = 0.0;
        for (const uint32_t node : nodes)
            whole += m_nodes[node].weight;
        double sum = 0.0;
        int64_t given = 0;
        for (const uint32_t node : nodes) {
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
        for (uint32_t i = 0; i < m_sums.calls.size(); ++i) {
            const auto& call = m_sums.calls[i];
            const auto& nodes = m_nodesOfCall[i].empty() ? m_nodesOf[call.to] : m_nodesOfCall[i];
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
        for (uint32_t function = 0; function < functions.size(); ++function) {
            std::vector<uint32_t> roots;
            std::ranges::copy_if(m_nodesOf[function], std::back_inserter(roots),
                                 [this](uint32_t node) { return m_nodes[node].parent == none; });
            const auto& outside = roots.empty() ? m_nodesOf[function] : roots;
            give(selfLeft[function], m_values, isSelfByCall[function] ? outside : m_nodesOf[function]);
            if (functions[function].calls != CallSums::notKnown)
                give(callsLeft[function], m_calls, outside);
        }
    }

    const CallSums& m_sums;
    const CallShares m_shares;
    std::vector<Node> m_nodes; ///< parents first
    std::vector<std::vector<uint32_t>> m_nodesOf;
    std::vector<std::vector<uint32_t>> m_nodesOfCall;
    std::priority_queue<std::pair<double, uint32_t>> m_open;
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
