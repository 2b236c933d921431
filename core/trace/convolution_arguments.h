#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

/// At which places among a convolution's inputs the arguments are that say, with the shapes, how much it
/// computes; -1: it has no such argument. After the schemas in LibTorch's native_functions.yaml.
struct ConvolutionArguments
{
    int8_t stride = -1;
    int8_t padding = -1;
    int8_t dilation = -1;
    int8_t transposed = -1;
    int8_t outputMask = -1; ///< of the backward pass: which gradients are wanted: input's, weight's, bias's
};

/// Null for an operator that is no convolution, and for one that needs no more than the shapes.
const ConvolutionArguments* convolutionArguments(std::string_view operatorName);

} // namespace stepscope
