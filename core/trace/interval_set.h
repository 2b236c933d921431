#pragma once

#include <cstdint>
#include <vector>

namespace stepscope {

/// In time, in nanoseconds; the end is not included.
struct TimeInterval
{
    int64_t startNs = 0;
    int64_t endNs = 0;

    int64_t ns() const { return endNs - startNs; }
    bool operator==(const TimeInterval&) const = default;
};

/// Intervals that neither overlap nor touch, in order of time.
class IntervalSet
{
public:
    IntervalSet() = default;
    /// The union of intervals in any order; empty ones add nothing.
    explicit IntervalSet(std::vector<TimeInterval> intervals);

    const std::vector<TimeInterval>& intervals() const { return m_intervals; }
    bool empty() const { return m_intervals.empty(); }
    int64_t totalNs() const;
    /// The intersection.
    IntervalSet operator&(const IntervalSet& other) const;
    IntervalSet operator|(const IntervalSet& other) const;

private:
    std::vector<TimeInterval> m_intervals;
};

} // namespace stepscope
