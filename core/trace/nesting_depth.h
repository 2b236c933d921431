#pragma once

#include <cstdint>

namespace stepscope {

/// How deep events may be nested in each other, and how many of a thread a timeline shows side by side. What
/// goes through all that encloses an event then takes bounded time, whatever file the trace came from.
inline constexpr uint32_t mostNestingDepth = 2'000;

} // namespace stepscope
