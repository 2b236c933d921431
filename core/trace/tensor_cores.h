#pragma once

#include <string_view>

namespace stepscope {

/// Determined from a kernel's name: no recorder reports it.
bool usesTensorCores(std::string_view kernel);
/// Whether an operator has kernels that use them.
bool canUseTensorCores(std::string_view operatorName);
/// Whether a kernel is a matrix product or convolution by its name, whichever operator launched it: libraries
/// have variants of these that use tensor cores.
bool isMatrixKernel(std::string_view kernel);
/// Whether a kernel is one of PyTorch's own, which compute elements, reductions and copies.
bool isElementKernel(std::string_view kernel);

} // namespace stepscope
