#pragma once

#include "core/base/hash_index.h"
#include "core/torch/shared/torch_headers.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

struct ConvolutionArguments;

/// Interns the shapes of an operator's inputs, and the other arguments of a convolution that differ from the
/// default. Looking up a known entry neither allocates nor formats.
class ShapeTable
{
public:
    /// Id of the shapes of all tensors among the inputs; noShape if there is no tensor. `convolution`: null
    /// for an operator that is not a convolution.
    ShapeId intern(c10::ArrayRef<const c10::IValue> inputs,
                   const ConvolutionArguments* convolution = nullptr);

    uint32_t size() const { return uint32_t(m_keys.size()); }
    /// "[64, 1, 28, 28], [32, 1, 3, 3]"; a list of tensors is "[[2, 3], [4]]". A convolution's arguments
    /// follow a semicolon, in the format that operatorFlops() reads: "; stride [2, 2], padding [1, 1]".
    std::string text(ShapeId id) const;

private:
    void addTensor(const at::Tensor& tensor);
    void addArguments(c10::ArrayRef<const c10::IValue> inputs, const ConvolutionArguments& convolution);
    void addArgument(c10::ArrayRef<const c10::IValue> inputs, int8_t position, int64_t name, int64_t usual);
    ShapeId find(uint64_t hash);

    // A key is a sequence of numbers: for a tensor its number of dimensions and the dimensions, for a list of
    // tensors -1, their number and the tensors, for an argument its name, the number of its values and the
    // values.
    using Key = std::vector<int64_t>;
    Key m_scratch;
    std::vector<Key> m_keys;
    HashIndex m_ids;
};

} // namespace stepscope
