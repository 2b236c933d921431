#pragma once

#include "core/trace/interval_set.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

enum class CounterUnit : uint8_t { None, Bytes, Share };

/// A figure over time in a timeline.
class TimelineCounter
{
public:
    /// A part of a picture.
    struct Cell
    {
        int64_t startNs = 0;
        int64_t endNs = 0;
        double least = 0.0;
        double most = 0.0;
    };

    /// Keeps each value until the next one; `values` must be in order of time.
    static TimelineCounter ofSteps(std::vector<TraceCounter::Value> values);
    /// The covered share of each moment, 0 to 1.
    static TimelineCounter ofCover(const IntervalSet& cover);

    std::string name;
    CounterUnit unit = CounterUnit::None;
    int64_t process = 0;
    int16_t device = -1; ///< -1: the host

    /// The largest value, at least 0.
    double most() const { return m_most; }
    bool empty() const { return m_values.empty() && m_cover.empty(); }
    /// The value at a time; for a cover, the mean over `cellNs` around it. 0 before the first value.
    double at(int64_t ns, int64_t cellNs) const;
    /// From `fromNs` to before `toNs`, in cells of `cellNs`, with equal neighbors merged. Takes time in
    /// proportion to the number of cells, whatever the number of values.
    std::vector<Cell> cells(int64_t fromNs, int64_t toNs, int64_t cellNs) const;

private:
    static constexpr size_t blockSize = 128;
    struct Block
    {
        double least;
        double most;
    };

    Cell stepCell(int64_t fromNs, int64_t toNs) const;
    double coverUntil(int64_t ns) const;

    double m_most = 0.0;
    std::vector<TraceCounter::Value> m_values;
    std::vector<Block> m_blocks; ///< of `blockSize` values each
    std::vector<TimeInterval> m_cover;
    std::vector<int64_t> m_before; ///< by interval: covered before it
};

/// The counters of a timeline: for each device its allocated memory (memoryProfile()) and how busy its
/// kernels keep it, and the counters in the trace. By process and device, the host first.
std::vector<TimelineCounter> timelineCounters(const Trace& trace);

} // namespace stepscope
