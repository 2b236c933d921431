#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

/// The minimum number of bytes that one call of an operator moves: it reads its inputs and writes its outputs
/// once, as 32-bit floats (traces of shapes do not record the type). Caches cannot reduce this when the
/// tensors come from memory; repeated reads and intermediate copies increase it. Nothing if the output's
/// shape does not follow from the inputs' by a formula, and for operators without a formula in
/// operatorFlops().
///
/// - mm, bmm, matmul, addmm, baddbmm, linear, mv, dot, convolutions that are not transposed: inputs
///   (including a bias or a summand) and the product.
/// - convolution_backward: the output's gradient, input and weight, and the computed gradients.
/// - add, sub, mul, div and their in-place forms: inputs, and the broadcast result.
std::optional<int64_t> operatorBytes(std::string_view name, std::string_view shapes);

} // namespace stepscope
