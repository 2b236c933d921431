#pragma once

#include <cstdint>
#include <vector>

namespace stepscope {

/// Of time, in nanoseconds; the end is not part of it.
struct TimeInterval
{
    int64_t startNs = 0;
    int64_t endNs = 0;

    int64_t ns() const { return endNs - startNs; }
    bool operator==(const TimeInterval&) const = default;
};

/// Intervals that neither overlap nor touch, in the order of time.
class IntervalSet
{
public:
    IntervalSet() = default;
    /// The union of any intervals, in whatever order; those without length add nothing.
    explicit IntervalSet(std::vector<TimeInterval> intervals);

    const std::vector<TimeInterval>& intervals() const { return m_intervals; }
    bool empty() const { return m_intervals.empty(); }
    int64_t totalNs() const;
    /// What both cover.
    IntervalSet operator&(const IntervalSet& other) const;
    IntervalSet operator|(const IntervalSet& other) const;

private:
    std::vector<TimeInterval> m_intervals;
};

} // namespace stepscope
