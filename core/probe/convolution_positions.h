#pragma once

#include <stdint.h>

namespace stepscope::probe {

/// The positions of a convolution's arguments among its inputs; -1: it has no such argument. The same as
/// ConvolutionArguments.
struct ConvolutionPositions
{
    const char* name;
    int8_t stride = -1;
    int8_t padding = -1;
    int8_t dilation = -1;
    int8_t transposed = -1;
    int8_t outputMask = -1;
};

/// Null for an operator that is not a convolution.
const ConvolutionPositions* convolutionPositions(const char* operatorName);

} // namespace stepscope::probe
