#pragma once

#include "core/import/stacks/call_sums.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// How the cost of each function is divided among the calls to it, in proportion to their cost.
struct CallShares
{
    std::vector<double> costOf; ///< by function: of it and its callees
    /// The share of a function's cost without a known call. Above 0 for at least one function on the path to
    /// every other.
    std::vector<double> rootShareOf;
    std::vector<double> shareOf;         ///< by call: of its callee's cost
    std::vector<uint32_t> firstCall;     ///< by function: in `calls`
    std::vector<CallSums::CallId> calls; ///< by caller

    std::span<const CallSums::CallId> callsFrom(CallSums::FunctionId function) const
    {
        return std::span(calls).subspan(firstCall[function], firstCall[function + 1] - firstCall[function]);
    }
};

CallShares callShares(const CallSums& sums);

} // namespace stepscope
