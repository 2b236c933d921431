#include "core/record/followed_graph.h"

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace stepscope {

FollowedGraph::FollowedGraph(ProgramTrace& trace, const NetworkCalls& calls, const StepSamples& samples)
    : m_trace(trace)
    , m_calls(calls)
    , m_samples(samples)
{
}

void FollowedGraph::take(const nlohmann::json& message, int64_t ns, bool hasSteps)
{
    m_pass.take(message, ns);
    const auto end = message.find("graph_end");
    if (end == message.end() || m_pass.startNs < 0)
        return;
    const auto pass = std::exchange(m_pass, {});
    std::vector<FollowedOperator> operators;
    bool isComplete = end->value("complete", false);
    for (size_t i = 0; i < m_trace.threads(); ++i) {
        auto followed = m_trace.thread(i).takeFollowed(ns);
        isComplete = isComplete && followed;
        for (auto& each : followed.value_or(std::vector<FollowedOperator>())) {
            if (each.startNs >= pass.startNs)
                operators.push_back(std::move(each));
        }
    }
    if (operators.empty() || !isComplete || (m_graph && hasSteps))
        return;
    m_graph =
        forwardGraph(pass, operators, m_trace.names(), m_samples.ofCalls(pass.network, m_calls.lastNs(), ns));
}

std::optional<NetworkGraph> FollowedGraph::takeGraph()
{
    if (!m_graph || std::exchange(m_isTaken, true))
        return std::nullopt;
    return std::exchange(m_graph, std::nullopt);
}

} // namespace stepscope
