#pragma once

#include "core/import/stacks/stack_profile.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Who called whom and what that cost, as profilers write it that count by function and call, not by stack:
/// Callgrind, Python's cProfile.
struct CallSums
{
    static constexpr int64_t notKnown = -1;
    static constexpr int64_t mostCalls = StackProfile::mostValue;

    struct Function
    {
        uint32_t name = 0;        ///< of the StackProfile; two functions may share one
        int64_t self = 0;         ///< counted in the function alone
        int64_t calls = notKnown; ///< by whomever
        int64_t total = notKnown; ///< with what it called, a call inside another one not counted again
    };
    struct Call
    {
        uint32_t from = 0; ///< indices of functions
        uint32_t to = 0;
        int64_t calls = 0;
        int64_t total = 0;       ///< counted in these calls, with what was called
        int64_t self = notKnown; ///< counted in the callee alone
    };

    std::vector<Function> functions;
    std::vector<Call> calls; ///< at most one from one function to another
};

/// Makes stacks of it. What a function cost is shared out among the stacks that lead to it as its callers'
/// calls cost, as if it did the same wherever it was called from: nobody has counted by stack, so the stacks
/// are likely ones, while functions and the calls between two functions keep their figures exactly. A stack
/// in which a function would call itself again, directly or through others, ends there: what that call cost
/// stays with the function. Cheap stacks beyond some 200,000 are not followed, and their costs go to the
/// others of the same functions.
void addStacks(const CallSums& sums, StackProfile& profile, ImportLog& log);

} // namespace stepscope
