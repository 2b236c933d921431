#include "core/graph/tensor_shape.h"

#include <limits>

namespace stepscope {

namespace {

constexpr int64_t unknownDimensions = std::numeric_limits<int64_t>::min();
constexpr int64_t most = std::numeric_limits<int64_t>::max();

} // namespace

std::vector<int64_t> unknownShape()
{
    return {unknownDimensions};
}

bool isKnownShape(const std::vector<int64_t>& shape)
{
    return shape.size() != 1 || shape.front() != unknownDimensions;
}

int64_t elementCount(const std::vector<int64_t>& shape)
{
    int64_t count = 1;
    for (const int64_t size : shape) {
        if (size <= 0)
            return 0;
        if (__builtin_mul_overflow(count, size, &count))
            count = most;
    }
    return count;
}

int64_t saturatedSum(int64_t a, int64_t b)
{
    int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? most : sum;
}

} // namespace stepscope
