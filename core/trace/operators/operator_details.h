#pragma once

#include "core/trace/flat_index.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// What can be told of one row of the operator table beyond its figures. Times are in nanoseconds and sum the
/// durations of calls, what they called included; a call inside another one of the same row adds none.
struct OperatorDetails
{
    struct Shape
    {
        uint32_t shape = noShape; ///< id in Trace::shapes; noShape: not recorded
        int64_t calls = 0;
        int64_t ns = 0;
    };
    /// An operator that called, or was called, or a kernel that was launched.
    struct Call
    {
        uint32_t name = noEvent; ///< id in Trace::names; noEvent: called by no operator
        Pass pass = Pass::Other;
        bool isDeviceWork = false;
        int64_t calls = 0;
        int64_t ns = 0; ///< of a caller: of the row's calls that it made; of what was called: its own
    };
    struct Step
    {
        int64_t number = 0;
        int64_t calls = 0;
        int64_t ns = 0;
        int64_t longestNs = 0;
    };

    std::vector<Shape> shapes; ///< by falling time, as the next two
    std::vector<Call> callers; ///< the innermost operator around each call, or around what launched it
    std::vector<Call> callees; ///< operators called directly, and work launched
    std::vector<Step> steps;   ///< those with calls, in the order of time; without those that are in no step
};

/// Goes through a trace for the details of a row, bit by bit.
class OperatorDetailsBuilder
{
public:
    OperatorDetailsBuilder() = default;
    /// `rows`: what OperatorStatisticsBuilder::rowsOf() gives for the row. Where a row is not an operator, a
    /// call is one that stands in no other call of the row.
    OperatorDetailsBuilder(const std::vector<uint32_t>& rows, OperatorGrouping grouping);

    /// Takes in the events that `rowOfEvent` covers, `limit` of them at most, and returns whether that was
    /// all.
    bool update(const Trace& trace, std::span<const uint32_t> rowOfEvent, uint32_t limit = noEvent);
    OperatorDetails details() const;

private:
    bool isWanted(uint32_t row) const { return row < m_isWanted.size() && m_isWanted[row]; }
    void countCall(const Trace& trace, uint32_t event, uint32_t caller, bool isNested);
    void countCallee(const Trace& trace, uint32_t event);
    OperatorDetails::Call& callOf(std::vector<OperatorDetails::Call>& calls, FlatIndex& index,
                                  const OperatorDetails::Call& like);

    std::vector<bool> m_isWanted; ///< by row
    bool m_isByOperator = true;
    uint32_t m_seenEvents = 0;
    size_t m_step = 0;
    size_t m_work = 0;
    OperatorDetails m_details;
    FlatIndex m_shapeAt;
    FlatIndex m_callerAt;
    FlatIndex m_calleeAt;
};

} // namespace stepscope
