#pragma once

#include <cstdint>
#include <limits>

namespace stepscope {

/// Training steps by number, counted from 0, including both ends.
struct StepRange
{
    int64_t first = 0;
    int64_t last = std::numeric_limits<int64_t>::max();

    bool contains(int64_t step) const { return step >= first && step <= last; }
    bool isAll() const { return *this == StepRange(); }
    bool operator==(const StepRange&) const = default;
};

/// The active steps among some recorded ones.
struct ActiveSteps
{
    int64_t count = 0;
    int64_t first = 0; ///< numbers, counted from 0
    int64_t last = 0;

    void add(int64_t number)
    {
        first = count == 0 ? number : first;
        last = number;
        ++count;
    }
    /// Adds later steps.
    void add(const ActiveSteps& later)
    {
        if (later.count == 0)
            return;
        first = count == 0 ? later.first : first;
        last = later.last;
        count += later.count;
    }
};

} // namespace stepscope
