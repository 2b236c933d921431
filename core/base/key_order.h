#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// A key that lies among others as the number among other numbers; NaN before all.
uint64_t orderKey(double number);

/// Puts numbers in the order of their keys, keys[i] being that of order[i]. Equal keys keep their order, also
/// when the largest come first. Takes time in proportion to their number: a million in some hundredths of a
/// second.
void orderByKeys(std::span<uint32_t> order, std::span<const uint64_t> keys, bool largestFirst);

} // namespace stepscope
