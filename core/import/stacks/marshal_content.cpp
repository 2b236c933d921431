#include "core/import/stacks/marshal_content.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace stepscope {

namespace {

constexpr int mostDepth = 64;
constexpr size_t mostValues = 8'000'000;
constexpr unsigned char referenceFlag = 0x80; ///< later values can refer to this one

/// The bytes end, or contain an unsupported value.
struct Stopped
{
};

int64_t nearest(double number)
{
    constexpr double most = 9.2e18;
    return std::isnan(number) ? 0 : int64_t(std::clamp(number, -most, most));
}

void setNumber(MarshalValue& value, double number)
{
    value.kind = MarshalValue::Kind::Number;
    value.number = number;
    value.integer = nearest(number);
}

void setInteger(MarshalValue& value, int64_t integer)
{
    value.kind = MarshalValue::Kind::Integer;
    value.integer = integer;
    value.number = double(integer);
}

} // namespace

MarshalContent::MarshalContent(std::string_view bytes)
    : m_bytes(bytes)
{
    try {
        take(0);
        m_isWhole = true;
    } catch (const Stopped&) {
        if (m_values.empty())
            m_values.emplace_back();
    }
}

uint64_t MarshalContent::takeNumber(size_t bytes)
{
    const std::string_view text = takeText(bytes);
    uint64_t number = 0;
    for (size_t i = bytes; i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(text[i]);
    return number;
}

std::string_view MarshalContent::takeText(uint64_t size)
{
    if (size > m_bytes.size() - m_at)
        throw Stopped();
    const auto text = m_bytes.substr(m_at, size_t(size));
    m_at += size_t(size);
    return text;
}

/// Reads an integer of 15-bit digits.
void MarshalContent::takeLong(MarshalValue& value)
{
    const auto count = int32_t(uint32_t(takeNumber(4)));
    const auto digits = uint64_t(std::abs(int64_t(count)));
    double number = 0.0;
    double scale = 1.0;
    for (uint64_t i = 0; i < digits; ++i, scale *= 32768.0) {
        const auto digit = double(takeNumber(2));
        number += digit > 0 ? digit * scale : 0.0;
    }
    setNumber(value, count < 0 ? -number : number);
    value.kind = MarshalValue::Kind::Integer;
}

void MarshalContent::takeTextNumber(MarshalValue& value)
{
    const auto text = takeText(takeNumber(1));
    double number = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    setNumber(value, number);
}

/// Reads a value without nested values. Returns whether it is one.
bool MarshalContent::takeSimple(char kind, MarshalValue& value)
{
    const auto setText = [&](uint64_t size) {
        value.text = takeText(size);
        value.kind = MarshalValue::Kind::Text;
    };
    switch (kind) {
    case 'N': // None
    case 'S': // StopIteration
    case '.': // Ellipsis
        return true;
    case 'F':
    case 'T':
        setInteger(value, kind == 'T');
        return true;
    case 'i':
        setInteger(value, int32_t(uint32_t(takeNumber(4))));
        return true;
    case 'I':
        setInteger(value, int64_t(takeNumber(8)));
        return true;
    case 'l':
        takeLong(value);
        return true;
    case 'g':
        setNumber(value, std::bit_cast<double>(takeNumber(8)));
        return true;
    case 'f':
        takeTextNumber(value);
        return true;
    case 's':
    case 't':
    case 'u':
    case 'a':
    case 'A':
        setText(takeNumber(4));
        return true;
    case 'z':
    case 'Z':
        setText(takeNumber(1));
        return true;
    default:
        return false;
    }
}

MarshalId MarshalContent::take(int depth)
{
    const auto head = static_cast<unsigned char>(takeNumber(1));
    const char kind = char(head & ~referenceFlag);
    if (depth > mostDepth || m_values.size() >= mostValues)
        throw Stopped();
    if (kind == 'r' || kind == 'R') {
        const auto& known = kind == 'r' ? m_references : m_interned;
        const uint64_t number = takeNumber(4);
        if (number >= known.size())
            throw Stopped();
        return known[number];
    }
    const MarshalId index(uint32_t(m_values.size()));
    m_values.emplace_back();
    if ((head & referenceFlag) != 0)
        m_references.push_back(index);
    MarshalValue simple;
    if (takeSimple(kind, simple)) {
        m_values[index] = simple;
        if (kind == 't')
            m_interned.push_back(index);
    } else if (kind == '(' || kind == '[' || kind == '<' || kind == '>') {
        takeItems(index, takeNumber(4), depth);
    } else if (kind == ')') {
        takeItems(index, takeNumber(1), depth);
    } else if (kind == '{') {
        takeDictionary(index, depth);
    } else {
        throw Stopped();
    }
    return index;
}

void MarshalContent::takeItems(MarshalId value, uint64_t count, int depth)
{
    m_values[value].kind = MarshalValue::Kind::Sequence;
    for (uint64_t i = 0; i < count; ++i) {
        const MarshalId item = take(depth + 1);
        m_values[value].items.push_back(item);
    }
}

void MarshalContent::takeDictionary(MarshalId value, int depth)
{
    constexpr char end = '0';
    m_values[value].kind = MarshalValue::Kind::Dictionary;
    for (;;) {
        if (m_at < m_bytes.size() && (m_bytes[m_at] & ~char(referenceFlag)) == end) {
            ++m_at;
            return;
        }
        const MarshalId key = take(depth + 1);
        const MarshalId item = take(depth + 1);
        m_values[value].items.push_back(key);
        m_values[value].items.push_back(item);
    }
}

} // namespace stepscope
