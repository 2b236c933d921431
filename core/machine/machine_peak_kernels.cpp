#include "core/machine/machine_peak_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace stepscope {

namespace {

// Factor and summand keep the values near 1 in any number of rounds: growing or vanishing values could be
// slower. They are volatile so that the compiler does not evaluate the loops.
const volatile float factor = 0.5F;
const volatile float summand = 0.5F;

/// Without fused instructions: a multiplication and an addition, with the registers of the base architecture.
float plainRounds(int64_t rounds)
{
    using Vector = float __attribute__((vector_size(16)));
    constexpr int chains = 12;
    Vector sums[chains];
    for (auto& sum : sums)
        sum = Vector{1, 1, 1, 1};
    const Vector by = Vector{} + factor;
    const Vector plus = Vector{} + summand;
    for (int64_t i = 0; i < rounds; ++i)
#pragma GCC unroll 12
        for (int chain = 0; chain < chains; ++chain)
            sums[chain] = sums[chain] * by + plus;
    Vector sum{};
    for (const auto& each : sums)
        sum += each;
    return sum[0] + sum[1] + sum[2] + sum[3];
}

constexpr int64_t plainFlops = int64_t(12) * 4 * 2;

#if defined(__x86_64__)

// Enough independent chains to hide the latency of two units, and few enough to stay in the registers.
__attribute__((target("avx2,fma"))) float avx2Rounds(int64_t rounds)
{
    constexpr int chains = 12;
    __m256 sums[chains];
    for (auto& sum : sums)
        sum = _mm256_set1_ps(1.0F);
    const __m256 by = _mm256_set1_ps(factor);
    const __m256 plus = _mm256_set1_ps(summand);
    for (int64_t i = 0; i < rounds; ++i)
#pragma GCC unroll 12
        for (int chain = 0; chain < chains; ++chain)
            sums[chain] = _mm256_fmadd_ps(sums[chain], by, plus);
    __m256 sum = _mm256_setzero_ps();
    for (const auto& each : sums)
        sum = _mm256_add_ps(sum, each);
    return _mm256_cvtss_f32(sum);
}

__attribute__((target("avx512f"))) float avx512Rounds(int64_t rounds)
{
    constexpr int chains = 24;
    __m512 sums[chains];
    for (auto& sum : sums)
        sum = _mm512_set1_ps(1.0F);
    const __m512 by = _mm512_set1_ps(factor);
    const __m512 plus = _mm512_set1_ps(summand);
    for (int64_t i = 0; i < rounds; ++i)
#pragma GCC unroll 24
        for (int chain = 0; chain < chains; ++chain)
            sums[chain] = _mm512_fmadd_ps(sums[chain], by, plus);
    __m512 sum = _mm512_setzero_ps();
    for (const auto& each : sums)
        sum = _mm512_add_ps(sum, each);
    return _mm512_cvtss_f32(sum);
}

#endif

} // namespace

PeakKernel bestPeakKernel()
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f"))
        return {"AVX-512", int64_t(24) * 16 * 2, avx512Rounds};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {"AVX2 and FMA", int64_t(12) * 8 * 2, avx2Rounds};
    return {"SSE2", plainFlops, plainRounds};
#elif defined(__aarch64__)
    return {"NEON", plainFlops, plainRounds};
#else
    return {"plain", plainFlops, plainRounds};
#endif
}

void triad(float* a, const float* b, const float* c, float s, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        a[i] = b[i] + s * c[i];
}

} // namespace stepscope
