#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

/// How many bytes one call of an operator must at least move: its inputs are read and its outputs written
/// once, in 32-bit floats, which traces of shapes do not say. Caches can spare none of that when the tensors
/// come from memory; what is read again and what is copied in between comes on top. Nothing where the
/// output's shape does not follow from the inputs' by a formula, and for operators without a formula of
/// operatorFlops().
///
/// - mm, bmm, matmul, addmm, baddbmm, linear, mv, dot, convolutions that are not transposed: inputs (a bias
/// or
///   what is added among them) and the product.
/// - convolution_backward: the output's gradient, input and weight, and the gradients that are wanted.
/// - add, sub, mul, div and their in-place forms: inputs, and the result that broadcasting gives.
std::optional<int64_t> operatorBytes(std::string_view name, std::string_view shapes);

} // namespace stepscope
