#include "core/torch/record/shape_table.h"

#include "core/trace/convolution_arguments.h"

#include <algorithm>
#include <iterator>

namespace stepscope {

static constexpr int64_t listMark = -1;
// Names of arguments, below listMark.
static constexpr int64_t strideMark = -2;
static constexpr int64_t paddingMark = -3;
static constexpr int64_t dilationMark = -4;
static constexpr int64_t transposedMark = -5;
static constexpr int64_t outputMaskMark = -6;
static constexpr const char* argumentNames[] = {"stride", "padding", "dilation", "transposed", "output mask"};

void ShapeTable::addTensor(const at::Tensor& tensor)
{
    if (!tensor.defined())
        return;
    const auto sizes = tensor.sizes();
    m_scratch.push_back(int64_t(sizes.size()));
    for (const int64_t size : sizes)
        m_scratch.push_back(size);
}

/// A value that is not a list of numbers, such as padding="same", is stored without values.
void ShapeTable::addArgument(c10::ArrayRef<const c10::IValue> inputs, int8_t position, int64_t name,
                             int64_t usual)
{
    if (position < 0 || size_t(position) >= inputs.size())
        return;
    const auto& value = inputs[size_t(position)];
    const auto begin = m_scratch.size();
    m_scratch.push_back(name);
    m_scratch.push_back(0);
    if (value.isIntList()) {
        const auto list = value.toIntList();
        m_scratch.insert(m_scratch.end(), list.begin(), list.end());
    } else if (value.isBoolList()) {
        const auto list = value.toBoolList();
        m_scratch.insert(m_scratch.end(), list.begin(), list.end());
    } else if (value.isBool()) {
        m_scratch.push_back(value.toBool());
    }
    const auto values = begin + 2;
    m_scratch[begin + 1] = int64_t(m_scratch.size() - values);
    const bool isUsual =
        values < m_scratch.size() && std::all_of(m_scratch.begin() + int64_t(values), m_scratch.end(),
                                                 [usual](int64_t each) { return each == usual; });
    if (isUsual)
        m_scratch.resize(begin);
}

void ShapeTable::addArguments(c10::ArrayRef<const c10::IValue> inputs,
                              const ConvolutionArguments& convolution)
{
    addArgument(inputs, convolution.stride, strideMark, 1);
    addArgument(inputs, convolution.padding, paddingMark, 0);
    addArgument(inputs, convolution.dilation, dilationMark, 1);
    addArgument(inputs, convolution.transposed, transposedMark, 0);
    addArgument(inputs, convolution.outputMask, outputMaskMark, 1);
}

ShapeId ShapeTable::intern(c10::ArrayRef<const c10::IValue> inputs, const ConvolutionArguments* convolution)
{
    m_scratch.clear();
    for (const auto& input : inputs) {
        if (input.isTensor()) {
            addTensor(input.toTensor());
        } else if (input.isTensorList()) {
            const auto list = input.toListRef();
            m_scratch.push_back(listMark);
            m_scratch.push_back(int64_t(list.size()));
            for (const auto& tensor : list)
                addTensor(tensor.toTensor());
        }
    }
    if (m_scratch.empty())
        return noShape;
    if (convolution)
        addArguments(inputs, *convolution);

    uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (const int64_t value : m_scratch)
        hash = mixHash(hash, uint64_t(value));
    return find(hash);
}

ShapeId ShapeTable::find(uint64_t hash)
{
    const auto found = m_ids.find(hash, [&](uint32_t id) { return m_keys[id] == m_scratch; });
    if (found != HashIndex::none)
        return ShapeId(found);
    const ShapeId id(size());
    m_keys.push_back(m_scratch);
    m_ids.add(hash, id);
    return id;
}

static std::string numbersText(const std::vector<int64_t>& key, size_t& at)
{
    std::string text = "[";
    const auto dimensions = key[at++];
    for (int64_t i = 0; i < dimensions; ++i)
        text += (i ? ", " : "") + std::to_string(key[at++]);
    return text + "]";
}

std::string ShapeTable::text(ShapeId id) const
{
    const auto& key = m_keys[id];
    std::string text;
    for (size_t at = 0; at < key.size();) {
        if (key[at] < listMark) {
            const auto name = size_t(strideMark - key[at++]);
            text += text.find(';') == std::string::npos ? "; " : ", ";
            text += argumentNames[name] + std::string(" ") + numbersText(key, at);
            continue;
        }
        if (!text.empty())
            text += ", ";
        if (key[at] != listMark) {
            text += numbersText(key, at);
            continue;
        }
        const auto count = key[at + 1];
        at += 2;
        text += "[";
        for (int64_t i = 0; i < count && at < key.size(); ++i)
            text += (i ? ", " : "") + numbersText(key, at);
        text += "]";
    }
    return text;
}

} // namespace stepscope
