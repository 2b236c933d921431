#include "core/trace/interval_set.h"

#include <algorithm>
#include <utility>

namespace stepscope {

IntervalSet::IntervalSet(std::vector<TimeInterval> intervals)
    : m_intervals(std::move(intervals))
{
    std::erase_if(m_intervals, [](const TimeInterval& each) { return each.endNs <= each.startNs; });
    if (!std::ranges::is_sorted(m_intervals, {}, &TimeInterval::startNs))
        std::ranges::sort(m_intervals, {}, &TimeInterval::startNs);
    size_t kept = 0;
    for (const TimeInterval& next : m_intervals) {
        if (kept > 0 && next.startNs <= m_intervals[kept - 1].endNs)
            m_intervals[kept - 1].endNs = std::max(m_intervals[kept - 1].endNs, next.endNs);
        else
            m_intervals[kept++] = next;
    }
    m_intervals.resize(kept);
}

int64_t IntervalSet::totalNs() const
{
    int64_t sum = 0;
    for (const TimeInterval& each : m_intervals)
        sum += each.ns();
    return sum;
}

IntervalSet IntervalSet::operator&(const IntervalSet& other) const
{
    IntervalSet both;
    auto a = m_intervals.begin();
    auto b = other.m_intervals.begin();
    while (a != m_intervals.end() && b != other.m_intervals.end()) {
        const TimeInterval common{std::max(a->startNs, b->startNs), std::min(a->endNs, b->endNs)};
        if (common.startNs < common.endNs)
            both.m_intervals.push_back(common);
        a->endNs < b->endNs ? void(++a) : void(++b);
    }
    return both;
}

IntervalSet IntervalSet::operator|(const IntervalSet& other) const
{
    std::vector<TimeInterval> all = m_intervals;
    all.insert(all.end(), other.m_intervals.begin(), other.m_intervals.end());
    return IntervalSet(std::move(all));
}

} // namespace stepscope
