#include "core/record/steps/operator_gaps.h"

#include <algorithm>

namespace stepscope {

void OperatorGaps::switched(int64_t ns, bool isOn)
{
    m_switches.insert(std::ranges::upper_bound(m_switches, ns, {}, &Switch::ns), {ns, isOn});
}

void OperatorGaps::started(size_t thread, int64_t ns)
{
    m_gaps.push_back({.thread = thread, .startNs = ns});
}

void OperatorGaps::ended(size_t thread, int64_t ns)
{
    const auto gap = std::ranges::find(m_gaps.rbegin(), m_gaps.rend(), thread, &Gap::thread);
    if (gap != m_gaps.rend())
        gap->endNs = std::min(gap->endNs, ns);
}

bool OperatorGaps::isWhole(const FoundStep& step)
{
    while (m_switches.size() > 1 && m_switches[1].ns <= step.startNs)
        m_switches.erase(m_switches.begin());
    std::erase_if(m_gaps, [&](const Gap& each) { return each.endNs <= step.startNs; });
    return std::ranges::all_of(m_switches,
                               [&](const Switch& each) { return each.isOn || each.ns >= step.endNs; }) &&
           std::ranges::none_of(m_gaps, [&](const Gap& each) { return each.startNs < step.endNs; });
}

} // namespace stepscope
