#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

/// The number of floating-point operations of one call of an operator, or nothing without a formula. A
/// multiplication with the following addition counts as two, as in PyTorch and the hardware's data sheets;
/// biases are left out, as in PyTorch (torch/csrc/profiler/util.cpp), but the backward pass is included.
///
/// `name` as in Trace::names, `shapes` as in Trace::shapes: the inputs' shapes in the order of the operator's
/// arguments, followed by a semicolon and the arguments of a convolution: "[64, 1, 28, 28], [32, 1, 3, 3];
/// stride [2, 2]".
///
/// - mm, bmm, matmul, addmm, baddbmm, linear, mv, dot: 2 m n k for each product of [m, k] and [k, n].
/// - convolutions: 2 x elements of the output x input channels per group x elements of the kernel, where an
///   output has floor((in + 2 padding - dilation (kernel - 1) - 1) / stride) + 1 elements per dimension
///   (torch.nn.Conv2d); transposed ones the same with input and output exchanged.
/// - convolution_backward: as much as the forward pass for each computed gradient of input and weight (each
///   is a convolution with as many products: V. Dumoulin and F. Visin, A guide to convolution arithmetic for
///   deep learning, 2016).
/// - scaled_dot_product_attention and its implementations: 2 (e + v) for each pair of a query and a key, with
///   e values per key and v per value; backward 2 (3 e + 2 v), as the scores are computed again. Pairs that a
///   mask excludes count too (torch/utils/flop_counter.py).
/// - mkldnn_rnn_layer: 2 (in + hidden) x gates x hidden for each step of each sequence; backward twice as
///   much. The sums and functions of the gates are left out.
/// - add, sub, mul, div and their in-place forms: one per element of the result, which has the broadcast
///   shape.
std::optional<int64_t> operatorFlops(std::string_view name, std::string_view shapes);

} // namespace stepscope
