#pragma once

#include "core/trace/operator_totals.h"
#include "core/trace/step_range.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope {

enum class OperatorGrouping : uint8_t { ByOperator, ByOperatorAndShape };

/// One row of the operator table. Times are in nanoseconds, of calls on the host.
struct OperatorRow
{
    uint32_t name = 0;        ///< id in Trace::names
    uint32_t shape = noShape; ///< id in Trace::shapes; when grouped by operator: only if all calls agree
    uint32_t shapes = 0;      ///< how many different input shapes the calls had, as far as recorded
    Pass pass = Pass::Other;
    int64_t calls = 0;
    int64_t selfNs = 0;  ///< total minus the operators called by it on the same thread
    int64_t totalNs = 0; ///< calls inside another call of the same row are not counted again
    int64_t minNs = 0;   ///< of one call, its callees included, as are mean and max
    int64_t maxNs = 0;
    double meanNs = 0.0;
    /// Floating-point operations, those of the operators called included: by operatorFlops() where it has a
    /// formula, else the sum of the callees'. Over totalNs it is the speed achieved.
    int64_t flops = 0;
    int64_t selfBytes = 0;   ///< allocated less freed while no operator called by it ran on the thread
    int64_t totalBytes = 0;  ///< the same of the operators called included
    double selfShare = 0.0;  ///< selfNs / sum of all rows' selfNs; the column sums to 1
    double totalShare = 0.0; ///< totalNs / the same sum
};

/// What the operator table shows: the one place where these figures are computed.
struct OperatorStatistics
{
    std::vector<OperatorRow> rows; ///< by falling self time
    int64_t selfNs = 0;            ///< sum of all self times
    int64_t steps = 0;             ///< steps that the figures cover
    bool hasFlops = false;         ///< the rows' operations are known as far as there are formulas
    bool hasMemory = false;        ///< allocations were recorded
    int64_t flops = 0;             ///< of all steps, each operation counted once
    OperatorGrouping grouping = OperatorGrouping::ByOperator;
    StepRange range; ///< what the figures were limited to
};

/// Of the events in a trace, taking in what has been appended since the last call, so that a table can follow
/// a recording. Layers are no operators: they are looked through when self times are formed.
///
/// Self time is a call's duration minus that of the operators directly below it on the same thread, and not
/// below 0: clock rounding can make children last longer than their parent. Without such excess the self
/// times sum to the durations of the outermost operators; what is in excess adds to that sum. Shares are of
/// the sum itself, so they always sum to 1.
class OperatorStatisticsBuilder
{
public:
    OperatorStatisticsBuilder() = default;
    /// Only of events of these steps; with all steps, also of events that stand in none.
    explicit OperatorStatisticsBuilder(const StepRange& steps)
        : m_steps(steps)
    {
    }

    /// Takes in what is new, `limit` events at most, and returns whether that was all. `trace` is always the
    /// same one. Takes 12 bytes an event and time in proportion to what is new.
    bool update(const Trace& trace, uint32_t limit = noEvent);
    /// What has been taken in so far.
    const OperatorTotals& totals() const { return m_totals; }
    OperatorStatistics statistics(OperatorGrouping grouping) const;

private:
    struct Key
    {
        uint32_t name;
        uint32_t shape;
        Pass pass;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash
    {
        size_t operator()(const Key& key) const;
    };

    bool isWanted(const Trace& trace, uint32_t event);
    void count(const Trace& trace, uint32_t event);
    void passOver(const Trace& trace, uint32_t event);
    void countFlops(const Trace& trace, uint32_t event, bool insideSame, bool insideSameAnyShape);
    void countAllocation(const Trace& trace, const TraceAllocation& allocation);
    uint32_t rowFor(const Trace& trace, const Key& key);
    /// The rows of the operators that enclose the event, or are it, inmost first, and each row once.
    struct RowAround
    {
        uint32_t row;
        bool isFirstOfOperator; ///< no row before is of the same operator with other shapes
    };
    const std::vector<RowAround>& rowsAround(const Trace& trace, uint32_t event);

    StepRange m_steps;
    size_t m_stepOfEvent = 0; ///< the first step that ends behind the event looked at
    uint32_t m_seenEvents = 0;
    size_t m_seenSteps = 0;
    size_t m_seenAllocations = 0;
    OperatorTotals m_totals;
    std::unordered_map<Key, uint32_t, KeyHash> m_rowOf;
    std::vector<int64_t> m_flopsOfCall; ///< by row; 0: no formula
    std::vector<RowAround> m_around;
    std::vector<uint32_t> m_rowOfEvent;   ///< noEvent for a layer, and outside the steps
    std::vector<int64_t> m_selfNsOfEvent; ///< what is left of an event's time after the children seen so far
};

/// Of all events in a trace, or of those of some steps.
OperatorStatistics operatorStatistics(const Trace& trace, OperatorGrouping grouping,
                                      const StepRange& steps = {});
/// Of running totals over all steps.
OperatorStatistics operatorStatistics(const OperatorTotals& totals, OperatorGrouping grouping);

} // namespace stepscope
