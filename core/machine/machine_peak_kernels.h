#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope {

/// A loop that only computes fused multiply-adds of 32-bit floats in registers.
struct PeakKernel
{
    const char* instructionSet;
    int64_t flopsPerRound;
    /// Returns a part of the result, so that the compiler does not drop the work.
    float (*run)(int64_t rounds);
};

/// The kernel for the best instruction set of this processor.
PeakKernel bestPeakKernel();

/// a[i] = b[i] + s c[i]
void triad(float* a, const float* b, const float* c, float s, size_t size);

} // namespace stepscope
