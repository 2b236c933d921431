#include "core/record/network_calls.h"

namespace stepscope {

NetworkCalls::NetworkCalls(const ProgramNames& names)
    : m_names(names)
{
}

void NetworkCalls::started(const ProgramMark& mark)
{
    m_last = mark.id;
    m_lastNs = mark.ns;
    if (constexpr size_t most = 10'000; m_modules.size() < most)
        m_modules.insert(m_last);
    m_started = mark;
}

void NetworkCalls::ended(const ProgramMark& mark, StepFinder& finder)
{
    if (std::erase(m_called, mark.id) > 0)
        finder.networkEnded(mark.ns);
}

bool NetworkCalls::report(StepFinder& finder)
{
    if (!m_started)
        return false;
    const bool isNetwork = m_names.isNetwork(m_started->id);
    if (isNetwork) {
        m_called.push_back(m_started->id);
        finder.networkStarted(m_started->ns, m_mode);
    }
    m_started.reset();
    return isNetwork && m_mode == CallMode::Training;
}

std::optional<int64_t> NetworkCalls::unreportedNs() const
{
    return m_started ? std::optional(m_started->ns) : std::nullopt;
}

bool NetworkCalls::counts(uint64_t module) const
{
    const auto* layer = m_names.layer(module);
    return !layer || layer->root == module || !m_modules.contains(layer->root);
}

} // namespace stepscope
