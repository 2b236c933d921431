#include "core/import/torchscript/pickle.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstddef>
#include <unordered_map>

namespace stepscope {

namespace {

using PickleKind = PickleValue::Kind;

// Limits against small pickles with a huge content: a pickle can refer to its values again and again.
constexpr size_t mostValues = 2'000'000;
constexpr size_t longestName = 4096;
constexpr size_t mostTensorDimensions = 64;

class PickleReader
{
public:
    explicit PickleReader(std::string_view content)
        : m_content(content)
    {
    }

    Pickle read()
    {
        for (;;) {
            const auto code = static_cast<unsigned char>(byte());
            if (code == '.')
                break;
            if (!readNumber(code) && !readText(code) && !readStructure(code) && !readMemo(code))
                throw Error(
                    translated("it has the unknown opcode {opcode} at byte {position}",
                               {{"opcode", std::to_string(code)}, {"position", std::to_string(m_at - 1)}}));
        }
        m_pickle.root = pop();
        m_pickle.bytes = m_at;
        return std::move(m_pickle);
    }

private:
    char byte()
    {
        if (m_at >= m_content.size())
            throw Error(translated("it is cut short"));
        return m_content[m_at++];
    }

    std::string_view bytes(uint64_t count)
    {
        if (count > m_content.size() - m_at)
            throw Error(translated("it is cut short"));
        m_at += size_t(count);
        return m_content.substr(m_at - size_t(count), size_t(count));
    }

    /// Little endian.
    uint64_t unsignedOf(size_t size)
    {
        uint64_t number = 0;
        const auto text = bytes(size);
        for (size_t i = 0; i < size; ++i)
            number |= uint64_t(static_cast<unsigned char>(text[i])) << (8 * i);
        return number;
    }

    std::string_view line()
    {
        const size_t end = m_content.find('\n', m_at);
        if (end == std::string_view::npos)
            throw Error(translated("it is cut short"));
        const auto text = m_content.substr(m_at, end - m_at);
        m_at = end + 1;
        return text;
    }

    PickleId add(PickleValue value)
    {
        if (m_pickle.values.size() >= mostValues)
            throw Error(
                translated("it holds more than {count} values", {{"count", std::to_string(mostValues)}}));
        m_pickle.values.push_back(std::move(value));
        return PickleId(uint32_t(m_pickle.values.size() - 1));
    }

    void push(PickleValue value) { m_stack.push_back(add(std::move(value))); }

    PickleId pop()
    {
        const PickleId top = this->top();
        m_stack.pop_back();
        return top;
    }

    PickleId top() const
    {
        if (m_stack.size() == lastMark())
            throw Error(translated("its stack is empty where a value is needed"));
        return m_stack.back();
    }

    /// How much of the stack is below the last mark.
    size_t lastMark() const { return m_marks.empty() ? 0 : m_marks.back(); }

    /// Removes the last mark and returns what was pushed since.
    std::vector<PickleId> popMarked()
    {
        if (m_marks.empty())
            throw Error(translated("its stack lacks the mark before the values that it needs"));
        const auto begin = m_stack.begin() + std::ptrdiff_t(m_marks.back());
        std::vector<PickleId> items(begin, m_stack.end());
        m_stack.erase(begin, m_stack.end());
        m_marks.pop_back();
        return items;
    }

    /// Removes the last value or, if there is none above it, the last mark.
    void discard()
    {
        if (m_stack.size() > lastMark())
            m_stack.pop_back();
        else if (!m_marks.empty())
            m_marks.pop_back();
    }

    PickleValue& valueAt(PickleId value) { return m_pickle.values[value]; }

    void pushInteger(int64_t number) { push({.kind = PickleKind::Integer, .integer = number}); }
    void pushBool(bool value) { push({.kind = PickleKind::Bool, .integer = value}); }
    void pushText(std::string_view text) { push({.kind = PickleKind::Text, .text = std::string(text)}); }
    void pushSequence(PickleKind kind, std::vector<PickleId> items)
    {
        push({.kind = kind, .items = std::move(items)});
    }

    void pushDecimal(std::string_view text)
    {
        if (text == "00" || text == "01")
            return pushBool(text == "01");
        int64_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        pushInteger(number);
    }

    /// A number of any length; one that does not fit in 64 bits becomes 0, which no size is.
    void pushLong(std::string_view text)
    {
        uint64_t number = 0;
        const bool fits = text.size() <= 8;
        for (size_t i = 0; fits && i < text.size(); ++i)
            number |= uint64_t(static_cast<unsigned char>(text[i])) << (8 * i);
        const bool isNegative = fits && !text.empty() && text.back() < 0;
        if (isNegative && text.size() < 8)
            number |= ~uint64_t(0) << (8 * text.size());
        pushInteger(int64_t(number));
    }

    void pushGlobal(std::string_view module, std::string_view name)
    {
        if (module.size() + name.size() > longestName)
            throw Error(translated("it names a class of more than 4096 characters"));
        push({.kind = PickleKind::Global, .text = fmt::format("{}.{}", module, name)});
    }

    void append(std::vector<PickleId> items)
    {
        PickleValue& to = valueAt(top());
        if (to.kind == PickleKind::List || to.kind == PickleKind::Dict)
            to.items.insert(to.items.end(), items.begin(), items.end());
    }

    bool readNumber(unsigned char code);
    bool readText(unsigned char code);
    bool readStructure(unsigned char code);
    bool readMemo(unsigned char code);
    bool readCollection(unsigned char code);
    void reduce();
    PickleId reduced(PickleId callable, PickleId arguments);
    PickleId tensorOf(const std::vector<PickleId>& arguments);

    std::string_view m_content;
    size_t m_at = 0;
    Pickle m_pickle;
    std::vector<PickleId> m_stack;
    std::vector<size_t> m_marks; ///< sizes of the stack below them
    std::unordered_map<uint64_t, PickleId> m_memo;
};

bool PickleReader::readNumber(unsigned char code)
{
    switch (code) {
    case 'K':
        pushInteger(int64_t(unsignedOf(1)));
        return true;
    case 'M':
        pushInteger(int64_t(unsignedOf(2)));
        return true;
    case 'J':
        pushInteger(int32_t(unsignedOf(4)));
        return true;
    case 'I':
    case 'L':
        pushDecimal(line());
        return true;
    case 0x8A:
        pushLong(bytes(unsignedOf(1)));
        return true;
    case 0x8B:
        pushLong(bytes(unsignedOf(4)));
        return true;
    case 'G': { // big endian
        uint64_t bits = 0;
        for (const char each : bytes(8))
            bits = bits << 8 | static_cast<unsigned char>(each);
        push({.kind = PickleKind::Float, .number = std::bit_cast<double>(bits)});
        return true;
    }
    case 'F': {
        const auto text = line();
        double number = 0.0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        push({.kind = PickleKind::Float, .number = number});
        return true;
    }
    case 'N':
        push({});
        return true;
    case 0x88:
    case 0x89:
        pushBool(code == 0x88);
        return true;
    default:
        return false;
    }
}

bool PickleReader::readText(unsigned char code)
{
    switch (code) {
    case 0x8C: // short text and bytes
    case 'U':
    case 'C':
        pushText(bytes(unsignedOf(1)));
        return true;
    case 'X':
    case 'T':
    case 'B':
        pushText(bytes(unsignedOf(4)));
        return true;
    case 0x8D:
    case 0x8E:
    case 0x96:
        pushText(bytes(unsignedOf(8)));
        return true;
    case 'V':
    case 'S':
        pushText(line());
        return true;
    case 'c': {
        const auto module = line();
        pushGlobal(module, line());
        return true;
    }
    case 0x93: {
        const PickleId name = pop();
        const PickleId module = pop();
        pushGlobal(valueAt(module).text, valueAt(name).text);
        return true;
    }
    default:
        return false;
    }
}

bool PickleReader::readCollection(unsigned char code)
{
    switch (code) {
    case ')':
        pushSequence(PickleKind::Tuple, {});
        return true;
    case ']':
    case 0x8F:
        pushSequence(PickleKind::List, {});
        return true;
    case '}':
        pushSequence(PickleKind::Dict, {});
        return true;
    case 't':
        pushSequence(PickleKind::Tuple, popMarked());
        return true;
    case 'l':
    case 0x91:
        pushSequence(PickleKind::List, popMarked());
        return true;
    case 'd':
        pushSequence(PickleKind::Dict, popMarked());
        return true;
    case 0x85:
    case 0x86:
    case 0x87: {
        std::vector<PickleId> items(size_t(code - 0x84));
        for (size_t i = items.size(); i-- > 0;)
            items[i] = pop();
        pushSequence(PickleKind::Tuple, std::move(items));
        return true;
    }
    case 'a':
        append({pop()});
        return true;
    case 'e':
    case 'u':
    case 0x90:
        append(popMarked());
        return true;
    case 's': {
        const PickleId value = pop();
        append({pop(), value});
        return true;
    }
    default:
        return false;
    }
}

bool PickleReader::readStructure(unsigned char code)
{
    switch (code) {
    case 0x80:
        byte();
        return true;
    case 0x95: // the length of a frame, which is not needed
        bytes(8);
        return true;
    case '(':
        m_marks.push_back(m_stack.size());
        return true;
    case '0':
        discard();
        return true;
    case '1':
        popMarked();
        return true;
    case '2':
        m_stack.push_back(top());
        return true;
    case 'R':
    case 0x81:
        reduce();
        return true;
    case 0x92: { // with named arguments, which do not matter for a model
        pop();
        reduce();
        return true;
    }
    case 'b': {
        const PickleId state = pop();
        valueAt(top()).state = state;
        return true;
    }
    case 'Q': // a storage: its description is used in its place
        top();
        return true;
    default:
        return readCollection(code);
    }
}

bool PickleReader::readMemo(unsigned char code)
{
    const auto put = [this](uint64_t number) { m_memo[number] = top(); };
    const auto get = [this](uint64_t number) {
        const auto found = m_memo.find(number);
        if (found == m_memo.end())
            throw Error(translated("it refers to a value that is not there"));
        m_stack.push_back(found->second);
    };
    const auto numberOf = [](std::string_view text) {
        uint64_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    };
    switch (code) {
    case 'q':
        put(unsignedOf(1));
        return true;
    case 'r':
        put(unsignedOf(4));
        return true;
    case 'p':
        put(numberOf(line()));
        return true;
    case 0x94:
        put(m_memo.size());
        return true;
    case 'h':
        get(unsignedOf(1));
        return true;
    case 'j':
        get(unsignedOf(4));
        return true;
    case 'g':
        get(numberOf(line()));
        return true;
    default:
        return false;
    }
}

void PickleReader::reduce()
{
    const PickleId arguments = pop();
    const PickleId callable = pop();
    m_stack.push_back(reduced(callable, arguments));
}

/// The result of PyTorch's own functions for their arguments; for all other functions an opaque object.
PickleId PickleReader::reduced(PickleId callable, PickleId arguments)
{
    while (valueAt(callable).kind == PickleKind::Global && valueAt(arguments).kind == PickleKind::Tuple) {
        const std::string& name = valueAt(callable).text;
        const auto& given = valueAt(arguments).items;
        if (name == "collections.OrderedDict" && given.empty())
            return add({.kind = PickleKind::Dict});
        if ((name == "torch._utils._rebuild_tensor_v2" || name == "torch._utils._rebuild_tensor") &&
            given.size() >= 3)
            return tensorOf(given);
        const bool isWrapped = name == "torch._utils._rebuild_parameter" ||
                               name == "torch._utils._rebuild_parameter_with_state" ||
                               name.starts_with("torch.jit._pickle.");
        if (isWrapped && !given.empty())
            return given.front();
        if (name != "torch._tensor._rebuild_from_type_v2" || given.size() < 3)
            break;
        callable = given[0];
        arguments = given[2]; // a value made earlier, so this ends
    }
    return add({.kind = PickleKind::Object, .items = {callable, arguments}});
}

/// Made from the storage's description, the offset, the sizes, the strides and whether it needs a gradient.
PickleId PickleReader::tensorOf(const std::vector<PickleId>& arguments)
{
    const std::vector<PickleId>& sizes = valueAt(arguments[2]).items;
    const std::vector<PickleId>& storage = valueAt(arguments[0]).items;
    const std::string key = storage.size() >= 3 ? valueAt(storage[2]).text : std::string();
    if (sizes.size() > mostTensorDimensions || key.size() > longestName)
        throw Error(translated("it describes a tensor of more than 64 dimensions"));
    PickleValue tensor{.kind = PickleKind::Tensor,
                       .text = fmt::format("{}+{}", key, valueAt(arguments[1]).integer),
                       .items = sizes};
    if (arguments.size() >= 5)
        tensor.needsGradient = valueAt(arguments[4]).integer != 0;
    return add(std::move(tensor));
}

} // namespace

const PickleValue& Pickle::operator[](PickleId value) const
{
    static const PickleValue nothing;
    return value.isNone() ? nothing : values[value];
}

PickleId Pickle::find(PickleId dict, std::string_view key) const
{
    const PickleValue& all = (*this)[dict];
    for (size_t i = 0; all.kind == PickleKind::Dict && i + 1 < all.items.size(); i += 2) {
        const PickleValue& each = values[all.items[i]];
        if (each.kind == PickleKind::Text && each.text == key)
            return all.items[i + 1];
    }
    return {};
}

const std::string& Pickle::className(PickleId object) const
{
    static const std::string empty;
    const PickleValue& value = (*this)[object];
    return value.kind == PickleKind::Object ? values[value.items.front()].text : empty;
}

std::vector<int64_t> Pickle::shape(PickleId tensor) const
{
    std::vector<int64_t> shape;
    for (const PickleId size : (*this)[tensor].items)
        shape.push_back(values[size].integer);
    return shape;
}

Pickle readPickle(std::string_view content)
{
    return PickleReader(content).read();
}

} // namespace stepscope
