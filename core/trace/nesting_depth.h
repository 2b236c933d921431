#pragma once

#include <cstdint>

namespace stepscope {

/// How deep events may be nested, and how many lanes of a thread a timeline shows. Walks over all enclosing
/// events then take bounded time for any file.
inline constexpr uint32_t mostNestingDepth = 2'000;

} // namespace stepscope
