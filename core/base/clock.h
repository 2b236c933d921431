#pragma once

#include <chrono>
#include <cstdint>

namespace stepscope {

/// Nanoseconds of the monotonic clock: the time base of steps, traces and samples of one process.
inline int64_t monotonicNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

inline double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Milliseconds of the wall clock since 1970.
inline int64_t unixMsNow()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace stepscope
