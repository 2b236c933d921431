#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

/// How many floating-point operations one call of an operator takes, or nothing where no formula is known. A
/// multiplication with the addition after it counts as two, as PyTorch and the hardware's data sheets count;
/// biases are left out, as PyTorch leaves them out (torch/csrc/profiler/util.cpp), but the backward pass is
/// counted too.
///
/// `name` as in Trace::names, `shapes` as in Trace::shapes: the inputs' shapes in the order of the operator's
/// arguments, behind a semicolon what a convolution was told: "[64, 1, 28, 28], [32, 1, 3, 3]; stride [2,
/// 2]".
///
/// - mm, bmm, matmul, addmm, baddbmm, linear, mv, dot: 2 m n k for each product of [m, k] and [k, n].
/// - convolutions: 2 x elements of the output x input channels of a group x elements of the kernel, where an
/// output
///   has floor((in + 2 padding - dilation (kernel - 1) - 1) / stride) + 1 elements a dimension
///   (torch.nn.Conv2d); transposed ones the same with input and output exchanged.
/// - convolution_backward: as much as the forward pass for each gradient wanted of input and weight (each is
/// a
///   convolution with as many products: V. Dumoulin and F. Visin, A guide to convolution arithmetic for deep
///   learning, 2016).
/// - add, sub, mul, div and their in-place forms: one for each element of the result, which has the shape
/// that
///   broadcasting gives.
std::optional<int64_t> operatorFlops(std::string_view name, std::string_view shapes);

} // namespace stepscope
