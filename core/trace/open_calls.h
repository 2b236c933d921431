#pragma once

#include "core/trace/enclosing_event.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// Index of a row in OperatorTotals; none: of an event that is not counted.
using OperatorRowId = Id<struct RowOfOperatorTotals>;
/// The number of an operator, whatever its shapes.
using OperatorId = Id<struct OperatorOfTotals>;

/// The open calls around an event, outermost first, for each thread of a trace that is processed in order:
/// finds the enclosing calls of an event without walking up from it.
class OpenCalls
{
public:
    struct Call
    {
        EventId event = noEvent;
        OperatorRowId row; ///< none: an event that is looked through
        OperatorId op;
        int64_t flops = 0;  ///< by its own formula
        int64_t leftNs = 0; ///< rest of its duration after the direct child operators so far
        int64_t leftFlops =
            0; ///< rest of the operations that it counts, after those of operators below it so far
        uint64_t rowsHere =
            0; ///< sets of a few bits, of the rows and operators from the outermost call to this one
        uint64_t operatorsHere = 0;
    };

    /// The calls around an event. `reopen(event)` opens an earlier event again: only called when events are
    /// not in the order of calls.
    template<typename Reopen>
    std::vector<Call>& around(const Trace& trace, EventId event, const Reopen& reopen)
    {
        const size_t thread = trace.thread[event];
        if (thread >= m_calls.size())
            m_calls.resize(thread + 1);
        std::vector<Call>& calls = m_calls[thread];
        const EventId outer = enclosingEvent(trace, event);
        if (outer == noEvent) {
            calls.clear();
            return calls;
        }
        while (!calls.empty() && calls.back().event != outer)
            calls.pop_back();
        if (!calls.empty())
            return calls;
        std::vector<EventId> path;
        for (EventId at = outer; at != noEvent; at = enclosingEvent(trace, at))
            path.push_back(at);
        for (; !path.empty(); path.pop_back())
            open(calls, reopen(path.back()));
        return calls;
    }

    static void open(std::vector<Call>& calls, const Call& call)
    {
        const uint64_t rows = calls.empty() ? 0 : calls.back().rowsHere;
        const uint64_t operators = calls.empty() ? 0 : calls.back().operatorsHere;
        Call& opened = calls.emplace_back(call);
        opened.rowsHere = call.row.isNone() ? rows : rows | bitOf(call.row);
        opened.operatorsHere = call.row.isNone() ? operators : operators | bitOf(call.op);
    }

    static bool hasRow(std::span<const Call> calls, OperatorRowId row)
    {
        return !calls.empty() && (calls.back().rowsHere & bitOf(row)) != 0 &&
               std::ranges::find(calls, row, &Call::row) != calls.end();
    }
    static bool hasOperator(std::span<const Call> calls, OperatorId op)
    {
        return !calls.empty() && (calls.back().operatorsHere & bitOf(op)) != 0 &&
               std::ranges::any_of(calls,
                                   [op](const Call& call) { return !call.row.isNone() && call.op == op; });
    }

private:
    static uint64_t bitOf(uint32_t number) { return uint64_t(1) << (number & 63); }

    std::vector<std::vector<Call>> m_calls; ///< by thread
};

} // namespace stepscope
