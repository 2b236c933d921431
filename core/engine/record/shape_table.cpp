#include "core/engine/record/shape_table.h"

#include "core/trace/trace.h"

namespace stepscope {

static constexpr int64_t listMark = -1;

void ShapeTable::addTensor(const at::Tensor& tensor)
{
    if (!tensor.defined())
        return;
    const auto sizes = tensor.sizes();
    m_scratch.push_back(int64_t(sizes.size()));
    m_scratch.insert(m_scratch.end(), sizes.begin(), sizes.end());
}

uint32_t ShapeTable::intern(c10::ArrayRef<const c10::IValue> inputs)
{
    m_scratch.clear();
    for (const auto& input : inputs) {
        if (input.isTensor()) {
            addTensor(input.toTensor());
        } else if (input.isTensorList()) {
            const auto list = input.toTensorVector();
            m_scratch.push_back(listMark);
            m_scratch.push_back(int64_t(list.size()));
            for (const auto& tensor : list)
                addTensor(tensor);
        }
    }
    if (m_scratch.empty())
        return noShape;

    uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (const int64_t value : m_scratch) {
        hash = (hash ^ uint64_t(value)) * 0xff51afd7ed558ccdULL;
        hash ^= hash >> 32;
    }
    return find(hash);
}

uint32_t ShapeTable::find(uint64_t hash)
{
    const auto [first, last] = m_ids.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (m_keys[it->second] == m_scratch)
            return it->second;
    }
    const auto id = size();
    m_keys.push_back(m_scratch);
    m_ids.emplace(hash, id);
    return id;
}

static std::string tensorText(const std::vector<int64_t>& key, size_t& at)
{
    std::string text = "[";
    const auto dimensions = key[at++];
    for (int64_t i = 0; i < dimensions; ++i)
        text += (i ? ", " : "") + std::to_string(key[at++]);
    return text + "]";
}

std::string ShapeTable::text(uint32_t id) const
{
    const auto& key = m_keys[id];
    std::string text;
    for (size_t at = 0; at < key.size();) {
        if (!text.empty())
            text += ", ";
        if (key[at] != listMark) {
            text += tensorText(key, at);
            continue;
        }
        const auto count = key[at + 1];
        at += 2;
        text += "[";
        for (int64_t i = 0; i < count && at < key.size(); ++i)
            text += (i ? ", " : "") + tensorText(key, at);
        text += "]";
    }
    return text;
}

} // namespace stepscope
