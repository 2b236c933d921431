#pragma once

#include "core/engine/torch_headers.h"

#include <cstdint>

namespace stepscope {

/// Whether a parameter and its gradient can be updated by a plain loop over memory.
inline bool canFuse(const torch::Tensor& parameter)
{
    const auto& gradient = parameter.grad();
    return parameter.device().is_cpu() && parameter.scalar_type() == torch::kFloat32 && parameter.is_contiguous()
           && gradient.scalar_type() == torch::kFloat32 && gradient.is_contiguous()
           && gradient.layout() == torch::kStrided;
}

/// Calls update(begin, end) on ranges of [0, count), on LibTorch's threads when there is enough to do.
template<typename Update>
void forRanges(int64_t count, const Update& update)
{
    constexpr int64_t grain = 32768;
    at::parallel_for(0, count, grain, update);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define STEPSCOPE_AVX2 __attribute__((target("avx2,fma")))
inline bool hasAvx2()
{
    static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return has;
}
#else
#define STEPSCOPE_AVX2
inline bool hasAvx2()
{
    return false;
}
#endif

} // namespace stepscope
