#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

/// The positions of the arguments among a convolution's inputs that, with the shapes, determine its amount of
/// computation; -1: it has no such argument. From the schemas in LibTorch's native_functions.yaml.
struct ConvolutionArguments
{
    int8_t stride = -1;
    int8_t padding = -1;
    int8_t dilation = -1;
    int8_t transposed = -1;
    int8_t outputMask = -1; ///< of the backward pass: which gradients are computed: input's, weight's, bias's
};

/// Null for an operator that is not a convolution, and for one that needs only the shapes.
const ConvolutionArguments* convolutionArguments(std::string_view operatorName);

} // namespace stepscope
