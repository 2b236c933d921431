#pragma once

#include <cstdint>
#include <vector>

namespace stepscope {

/// A size that a model leaves open, as it mostly does with the batch's.
inline constexpr int64_t openSize = -1;

/// The shape of a tensor of which a model does not even tell the number of dimensions.
std::vector<int64_t> unknownShape();
bool isKnownShape(const std::vector<int64_t>& shape);

/// The number of a tensor's values, at most the largest int64_t. Sizes that are open or negative count as
/// none: 0.
int64_t elementCount(const std::vector<int64_t>& shape);

/// a + b, at most the largest int64_t. Neither is negative.
int64_t saturatedSum(int64_t a, int64_t b);

} // namespace stepscope
