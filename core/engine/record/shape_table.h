#pragma once

#include "core/engine/torch_headers.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Interns the shapes of an operator's inputs. Looking a known one up neither allocates nor formats.
class ShapeTable
{
public:
    /// Id of the shapes of all tensors among the inputs, noShape when there is none.
    uint32_t intern(c10::ArrayRef<const c10::IValue> inputs);

    uint32_t size() const { return uint32_t(m_keys.size()); }
    /// "[64, 1, 28, 28], [32, 1, 3, 3]"; a list of tensors is "[[2, 3], [4]]".
    std::string text(uint32_t id) const;

private:
    void addTensor(const at::Tensor& tensor);
    uint32_t find(uint64_t hash);

    // A key is a row of numbers: for a tensor its number of dimensions and the dimensions, for a list of
    // tensors -1, their number and the tensors.
    using Key = std::vector<int64_t>;
    Key m_scratch;
    std::vector<Key> m_keys;
    std::unordered_multimap<uint64_t, uint32_t> m_ids;
};

} // namespace stepscope
