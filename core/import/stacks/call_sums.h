#pragma once

#include "core/import/stacks/stack_profile.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Functions, calls and their costs, as written by profilers that count by function and call, not by stack:
/// Callgrind, Python's cProfile.
struct CallSums
{
    static constexpr int64_t notKnown = -1;
    static constexpr int64_t mostCalls = StackProfile::mostValue;

    /// Index of a function, and of a call.
    using FunctionId = Id<struct FunctionOfCallSums>;
    using CallId = Id<struct CallOfCallSums>;

    struct Function
    {
        StackNameId name;         ///< of the StackProfile; two functions may share one
        int64_t self = 0;         ///< counted in the function alone
        int64_t calls = notKnown; ///< by all callers
        int64_t total = notKnown; ///< including what it called; recursive calls are counted once
    };
    struct Call
    {
        FunctionId from;
        FunctionId to;
        int64_t calls = 0;
        int64_t total = 0;       ///< counted in these calls, including what they called
        int64_t self = notKnown; ///< counted in the callee alone
    };

    std::vector<Function> functions;
    std::vector<Call> calls; ///< at most one from one function to another
};

/// Makes stacks from these sums. A function's cost is divided among the stacks that lead to it, in proportion
/// to the cost of its callers' calls, as if it did the same wherever it was called from. The stacks are
/// therefore estimates, while functions and the calls between two functions keep their exact figures. A stack
/// in which a function would call itself again, directly or through others, ends there: the cost of that call
/// stays with the function. Cheap stacks beyond some 200,000 are not followed; their costs go to other stacks
/// of the same functions.
void addStacks(const CallSums& sums, StackProfile& profile, ImportLog& log);

} // namespace stepscope
