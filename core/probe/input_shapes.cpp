#include "core/probe/input_shapes.h"

#include "core/probe/convolution_positions.h"
#include "core/probe/own_process.h"

#include <string.h>

namespace stepscope::probe {

namespace {

// c10::impl::SizesAndStrides: the number of dimensions, then up to five sizes, or a pointer to more.
constexpr uint64_t mostInlineSizes = 5;
constexpr uint64_t mostDimensions = 64;
constexpr size_t mostInputs = 1024;

struct Sizes
{
    const int64_t* values = nullptr;
    uint64_t count = 0;
};

Sizes sizesOf(const Value& value)
{
    const void* tensor = value.pointer;
    if (value.tag != tensorTag || !tensor || tensor == torch.undefinedTensor)
        return {};
    const auto* words =
        reinterpret_cast<const int64_t*>(static_cast<const char*>(tensor) + torch.sizesOffset);
    const auto count = uint64_t(words[0]);
    if (count <= mostInlineSizes)
        return {words + 1, count};
    if (count > mostDimensions)
        return {};
    const int64_t* values;
    memcpy(&values, words + 1, sizeof values);
    return {values, count};
}

struct List
{
    const Value* begin = nullptr;
    const Value* end = nullptr;
};

List listOf(const Value& value)
{
    if (value.tag != torch.listTag || !value.pointer)
        return {};
    List list;
    memcpy(&list, static_cast<const char*>(value.pointer) + torch.listOffset, sizeof list);
    return list;
}

bool isTensorList(const List& list)
{
    return list.begin != list.end && list.begin->tag == tensorTag;
}

bool isNumber(const Value& value)
{
    return value.tag == torch.integerTag || value.tag == torch.booleanTag;
}

int64_t numberOf(const Value& value)
{
    return value.tag == torch.booleanTag ? int64_t(value.boolean) : value.integer;
}

struct Argument
{
    const char* name;
    int8_t ConvolutionPositions::*position;
    int64_t usual;
};
constexpr Argument arguments[] = {
    {"stride", &ConvolutionPositions::stride, 1},
    {"padding", &ConvolutionPositions::padding, 0},
    {"dilation", &ConvolutionPositions::dilation, 1},
    {"transposed", &ConvolutionPositions::transposed, 0},
    {"output mask", &ConvolutionPositions::outputMask, 1},
};

/// The numbers of an argument: those of a list, or a single one; none for other values, such as
/// padding="same".
List numbersOf(const Value& value)
{
    if (isNumber(value))
        return {&value, &value + 1};
    const auto list = listOf(value);
    return list.begin != list.end && isNumber(*list.begin) ? list : List{};
}

class Hash
{
public:
    void add(uint64_t number)
    {
        m_hash = (m_hash ^ number) * 0x9fb21c651e98df25;
        m_hash ^= m_hash >> 32;
    }
    void add(Sizes sizes)
    {
        add(sizes.count + 1);
        for (uint64_t i = 0; i < sizes.count; ++i)
            add(uint64_t(sizes.values[i]));
    }
    uint64_t value() const { return m_hash | 1; } // 0 means no shape

private:
    uint64_t m_hash = 0x9e3779b97f4a7c15;
};

class Text
{
public:
    Text(char* text, size_t bytes)
        : m_text(text)
        , m_room(bytes - sizeof cut)
    {
    }

    void add(const char* text)
    {
        const auto bytes = strlen(text);
        if (m_isFull || m_length + bytes > m_room) {
            m_isFull = true;
            return;
        }
        memcpy(m_text + m_length, text, bytes);
        m_length += bytes;
    }
    void add(int64_t number)
    {
        char digits[24];
        char* at = digits + sizeof digits;
        *--at = 0;
        auto rest = number < 0 ? -uint64_t(number) : uint64_t(number);
        do
            *--at = char('0' + rest % 10);
        while (rest /= 10);
        if (number < 0)
            *--at = '-';
        add(at);
    }
    void add(Sizes sizes)
    {
        add("[");
        for (uint64_t i = 0; i < sizes.count && !m_isFull; ++i) {
            add(i ? ", " : "");
            add(sizes.values[i]);
        }
        add("]");
    }
    void separate() { add(m_length ? ", " : ""); }
    bool isFull() const { return m_isFull; }
    bool isEmpty() const { return m_length == 0; }
    size_t finish()
    {
        if (m_isFull) {
            memcpy(m_text + m_length, cut, sizeof cut - 1);
            m_length += sizeof cut - 1;
        }
        m_text[m_length] = 0;
        return m_length;
    }

private:
    static constexpr char cut[] = "...";

    char* m_text;
    size_t m_room;
    size_t m_length = 0;
    bool m_isFull = false;
};

bool areUsual(const List& numbers, int64_t usual)
{
    for (const auto* each = numbers.begin; each != numbers.end; ++each)
        if (numberOf(*each) != usual)
            return false;
    return numbers.begin != numbers.end;
}

void addArguments(Text& text, Inputs inputs, const ConvolutionPositions& convolution)
{
    bool isFirst = true;
    for (const auto& argument : arguments) {
        const auto position = convolution.*argument.position;
        if (position < 0 || size_t(position) >= inputs.count)
            continue;
        const auto numbers = numbersOf(inputs.values[position]);
        if (areUsual(numbers, argument.usual))
            continue;
        text.add(isFirst ? "; " : ", ");
        isFirst = false;
        text.add(argument.name);
        text.add(" [");
        for (const auto* each = numbers.begin; each != numbers.end; ++each) {
            text.add(each != numbers.begin ? ", " : "");
            text.add(numberOf(*each));
        }
        text.add("]");
    }
}

} // namespace

uint64_t hashOfShapes(Inputs inputs, const ConvolutionPositions* convolution)
{
    Hash hash;
    bool hasShape = false;
    const auto count = inputs.count < mostInputs ? inputs.count : mostInputs;
    for (size_t i = 0; i < count; ++i) {
        const auto& value = inputs.values[i];
        if (value.tag == tensorTag) {
            hash.add(sizesOf(value));
            hasShape = true;
        } else if (value.tag == torch.listTag) {
            const auto list = listOf(value);
            if (!isTensorList(list))
                continue;
            hash.add(~uint64_t(list.end - list.begin));
            for (const auto* each = list.begin; each != list.end; ++each)
                hash.add(sizesOf(*each));
            hasShape = true;
        }
    }
    if (!hasShape)
        return 0;
    if (convolution && torch.listTag != unknownTag) {
        for (const auto& argument : arguments) {
            const auto position = convolution->*argument.position;
            if (position < 0 || size_t(position) >= inputs.count)
                continue;
            const auto numbers = numbersOf(inputs.values[position]);
            hash.add(~uint64_t(numbers.end - numbers.begin));
            for (const auto* each = numbers.begin; each != numbers.end; ++each)
                hash.add(uint64_t(numberOf(*each)));
        }
    }
    return hash.value();
}

size_t textOfShapes(Inputs inputs, const ConvolutionPositions* convolution, char* buffer, size_t bytes)
{
    Text text(buffer, bytes);
    const auto count = inputs.count < mostInputs ? inputs.count : mostInputs;
    for (size_t i = 0; i < count && !text.isFull(); ++i) {
        const auto& value = inputs.values[i];
        if (value.tag == tensorTag) {
            text.separate();
            text.add(sizesOf(value));
            continue;
        }
        const auto list = listOf(value);
        if (!isTensorList(list))
            continue;
        text.separate();
        text.add("[");
        for (const auto* each = list.begin; each != list.end && !text.isFull(); ++each) {
            text.add(each != list.begin ? ", " : "");
            text.add(sizesOf(*each));
        }
        text.add("]");
    }
    if (convolution && torch.listTag != unknownTag)
        addArguments(text, inputs, *convolution);
    return text.finish();
}

namespace {

/// Also counts the words that do not fit.
class Words
{
public:
    Words(uint64_t* words, size_t room)
        : m_words(words)
        , m_room(room)
    {
    }
    void add(uint64_t word)
    {
        if (m_count < m_room)
            m_words[m_count] = word;
        ++m_count;
    }
    void add(const Value& value)
    {
        if (value.tag != tensorTag || !value.pointer || value.pointer == torch.undefinedTensor)
            return;
        const auto sizes = sizesOf(value);
        add(reinterpret_cast<uint64_t>(value.pointer));
        add(sizes.count);
        for (uint64_t i = 0; i < sizes.count; ++i)
            add(uint64_t(sizes.values[i]));
    }
    size_t count() const { return m_count; }

private:
    uint64_t* m_words;
    size_t m_room;
    size_t m_count = 0;
};

} // namespace

size_t describeTensors(Inputs values, uint64_t* buffer, size_t room)
{
    Words words(buffer, room);
    for (size_t i = 0; i < values.count && words.count() <= room; ++i) {
        words.add(values.values[i]);
        const auto list = listOf(values.values[i]);
        if (!isTensorList(list))
            continue;
        for (const auto* each = list.begin; each != list.end && words.count() <= room; ++each)
            words.add(*each);
    }
    return words.count();
}

uint32_t findSizes(const void* tensor, const int64_t* sizes, uint32_t dimensions)
{
    constexpr uint32_t searchedWords = 32;
    int64_t words[searchedWords];
    uint32_t readable = searchedWords;
    while (readable && !readOwnMemory(words, tensor, readable * sizeof words[0]))
        --readable;
    for (uint32_t i = 1; i + dimensions < readable; ++i)
        if (words[i] == int64_t(dimensions) && memcmp(words + i + 1, sizes, dimensions * sizeof *sizes) == 0)
            return i * uint32_t(sizeof words[0]);
    return 0;
}

bool areReadable(Inputs inputs)
{
    constexpr uint32_t mostTags = 64;
    if (inputs.count == 0)
        return true;
    if (inputs.count > mostInputs)
        return false;
    for (size_t i = 0; i < inputs.count; ++i) {
        Value value;
        if (!readOwnMemory(&value, inputs.values + i, sizeof value) || value.tag >= mostTags)
            return false;
        const bool hasSizes =
            value.tag == tensorTag && value.pointer && value.pointer != torch.undefinedTensor;
        if (!hasSizes || torch.sizesOffset == 0)
            continue;
        int64_t words[1 + mostInlineSizes];
        if (!readOwnMemory(words, static_cast<const char*>(value.pointer) + torch.sizesOffset, sizeof words))
            return false;
        if (uint64_t(words[0]) > mostDimensions)
            return false;
        for (uint64_t k = 1; k <= uint64_t(words[0]) && words[0] <= int64_t(mostInlineSizes); ++k)
            if (words[k] < 0)
                return false;
    }
    return true;
}

} // namespace stepscope::probe
