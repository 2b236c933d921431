#pragma once

#include <cstdint>
#include <limits>

namespace stepscope {

/// Training steps by number, counted from 0, both ends included.
struct StepRange
{
    int64_t first = 0;
    int64_t last = std::numeric_limits<int64_t>::max();

    bool contains(int64_t step) const { return step >= first && step <= last; }
    bool isAll() const { return *this == StepRange(); }
    bool operator==(const StepRange&) const = default;
};

} // namespace stepscope
