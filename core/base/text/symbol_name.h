#pragma once

#include <string>

namespace stepscope {

/// The name of a C++ function or kernel without its return type, parameters and namespaces, also within its
/// template arguments: "reduce_kernel<128, 4, ReduceOp<float, sum_functor<float>>>". A lambda is named after
/// the function that contains it. Of a mangled symbol, as PyTorch's profiler leaves very long ones, only the
/// name and the first template argument are given: "Kernel<ImplicitGemmConvolution<…>>". Any other text is
/// returned as it is, such as "Memset (Device)", and so is a name that is longer than 10,000 bytes or whose
/// brackets do not match.
std::string shortSymbol(const std::string& name);

} // namespace stepscope
