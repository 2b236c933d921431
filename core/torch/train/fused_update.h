#pragma once

#include "core/torch/shared/torch_headers.h"

#include <cstdint>

#ifdef __SSE2__
#include <pmmintrin.h>
#endif

namespace stepscope {

/// Whether a parameter and its gradient can be updated with a plain loop over memory.
inline bool canFuse(const torch::Tensor& parameter)
{
    const auto& gradient = parameter.grad();
    return parameter.device().is_cpu() && parameter.scalar_type() == torch::kFloat32 &&
           parameter.is_contiguous() && gradient.scalar_type() == torch::kFloat32 &&
           gradient.is_contiguous() && gradient.layout() == torch::kStrided;
}

/// During its lifetime this thread treats numbers below 1.2e-38 as zero. Averages of gradients that stay zero
/// decay into that range, where an operation costs a hundred times more; next to an epsilon they are
/// negligible.
class TinyNumbersAreZero
{
public:
#ifdef __SSE2__
    TinyNumbersAreZero()
        : m_before(_mm_getcsr())
    {
        _mm_setcsr(m_before | _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON);
    }
    ~TinyNumbersAreZero()
    {
        _mm_setcsr(m_before);
    }

private:
    unsigned m_before;
#else
    TinyNumbersAreZero() {}
#endif
    TinyNumbersAreZero(const TinyNumbersAreZero&) = delete;
    TinyNumbersAreZero& operator=(const TinyNumbersAreZero&) = delete;
};

/// Calls update(begin, end) for ranges of [0, count), on LibTorch's threads if there is enough work.
template<typename Update>
void forRanges(int64_t count, const Update& update)
{
    constexpr int64_t grain = 32768;
    at::parallel_for(0, count, grain, [&](int64_t begin, int64_t end) {
        const TinyNumbersAreZero guard;
        update(begin, end);
    });
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
