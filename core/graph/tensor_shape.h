#pragma once

#include <cstdint>
#include <vector>

namespace stepscope {

/// A size that a model leaves open, usually the batch size.
inline constexpr int64_t openSize = -1;

/// The shape of a tensor whose number of dimensions is not known either.
std::vector<int64_t> unknownShape();
bool isKnownShape(const std::vector<int64_t>& shape);

/// The number of a tensor's values, at most the largest int64_t. 0 if a size is open or negative.
int64_t elementCount(const std::vector<int64_t>& shape);

/// a + b, at most the largest int64_t. Neither may be negative.
int64_t saturatedSum(int64_t a, int64_t b);

} // namespace stepscope
