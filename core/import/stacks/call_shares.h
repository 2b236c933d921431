#pragma once

#include "core/import/stacks/call_sums.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// How the cost of each function is shared out among the calls to it, in proportion to what they cost.
struct CallShares
{
    std::vector<double> costOf; ///< by function: of it and what it called
    /// Of the function's cost, what comes by no call that is known. Above 0 for at least one function on the
    /// way to each other.
    std::vector<double> rootShareOf;
    std::vector<double> shareOf; ///< by call: of its callee's cost
    std::vector<uint32_t> firstCall;
    std::vector<uint32_t> calls; ///< indices of calls, by caller

    std::span<const uint32_t> callsFrom(uint32_t function) const
    {
        return std::span(calls).subspan(firstCall[function], firstCall[function + 1] - firstCall[function]);
    }
};

CallShares callShares(const CallSums& sums);

} // namespace stepscope
