#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope {

/// A loop that does nothing but fused multiplications and additions of 32-bit floats in registers.
struct PeakKernel
{
    const char* instructionSet;
    int64_t flopsPerRound;
    /// Returns something of the result, so that no compiler leaves the work out.
    float (*run)(int64_t rounds);
};

/// That of the best instruction set that this processor has.
PeakKernel bestPeakKernel();

/// a[i] = b[i] + s c[i]
void triad(float* a, const float* b, const float* c, float s, size_t size);

} // namespace stepscope
