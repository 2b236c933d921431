#include "core/import/tensorboard/tensorboard_values.h"

#include "core/import/shared/protobuf_fields.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace stepscope {

namespace {

using protozero::pbf_reader;

/// The numeric types of TensorFlow's types.proto.
enum class DataType : uint64_t {
    Float = 1,
    Double = 2,
    Int32 = 3,
    Uint8 = 4,
    Int16 = 5,
    Int8 = 6,
    Int64 = 9,
    Bool = 10,
    Bfloat16 = 14,
    Uint16 = 17,
    Half = 19,
    Uint32 = 22,
    Uint64 = 23,
};

double halfNumber(uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    double size = 0.0;
    if (exponent == 0x1f)
        size = fraction ? std::numeric_limits<double>::quiet_NaN() : HUGE_VAL;
    else
        size = exponent ? std::ldexp(fraction + 0x400, exponent - 25) : std::ldexp(fraction, -24);
    return bits & 0x8000 ? -size : size;
}

double bfloatNumber(uint16_t bits)
{
    return std::bit_cast<float>(uint32_t(bits) << 16);
}

template<typename T>
std::optional<T> sole(std::string_view bytes)
{
    T number{};
    if (bytes.size() != sizeof(T))
        return std::nullopt;
    std::memcpy(&number, bytes.data(), sizeof(T)); // little-endian, like run files
    return number;
}

template<typename T>
std::optional<double> soleAsDouble(std::string_view bytes)
{
    const auto number = sole<T>(bytes);
    return number ? std::optional(double(*number)) : std::nullopt;
}

std::optional<double> numberOfContent(DataType type, std::string_view bytes)
{
    switch (type) {
    case DataType::Float:
        return soleAsDouble<float>(bytes);
    case DataType::Double:
        return soleAsDouble<double>(bytes);
    case DataType::Int32:
        return soleAsDouble<int32_t>(bytes);
    case DataType::Uint8:
    case DataType::Bool:
        return soleAsDouble<uint8_t>(bytes);
    case DataType::Int16:
        return soleAsDouble<int16_t>(bytes);
    case DataType::Int8:
        return soleAsDouble<int8_t>(bytes);
    case DataType::Int64:
        return soleAsDouble<int64_t>(bytes);
    case DataType::Uint16:
        return soleAsDouble<uint16_t>(bytes);
    case DataType::Uint32:
        return soleAsDouble<uint32_t>(bytes);
    case DataType::Uint64:
        return soleAsDouble<uint64_t>(bytes);
    case DataType::Bfloat16:
        if (const auto bits = sole<uint16_t>(bytes))
            return bfloatNumber(*bits);
        break;
    case DataType::Half:
        if (const auto bits = sole<uint16_t>(bytes))
            return halfNumber(*bits);
        break;
    }
    return std::nullopt;
}

/// Counts numbers and keeps the first.
struct Numbers
{
    int64_t count = 0;
    double first = 0.0;

    void add(double number)
    {
        first = count == 0 ? number : first;
        ++count;
    }
};

template<typename T>
void addPackedFixed(std::string_view bytes, Numbers& numbers)
{
    for (size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T))
        numbers.add(*soleAsDouble<T>(bytes.substr(at, sizeof(T))));
}

/// The number of elements: 1 for a tensor without dimensions; -1: a dimension is not known, or there are too
/// many elements to count.
int64_t elementsOf(pbf_reader shape)
{
    int64_t elements = 1;
    while (shape.next()) {
        if (shape.tag_and_type() != protobuf::bytes(2)) {
            shape.skip();
            continue;
        }
        pbf_reader dimension = shape.get_message();
        int64_t size = 0;
        while (dimension.next()) {
            if (dimension.tag_and_type() == protobuf::varint(1))
                size = dimension.get_int64();
            else
                dimension.skip();
        }
        if (size < 0 || __builtin_mul_overflow(elements, size, &elements))
            return -1;
    }
    return elements;
}

/// The value of a varint of the fields int_val (7), int64_val (10), bool_val (11), half_val (13), uint32_val
/// (16) and uint64_val (17).
double numberOfVarint(uint32_t field, DataType type, uint64_t bits)
{
    constexpr uint32_t halfField = 13;
    constexpr uint32_t firstUnsignedField = 11;
    if (field == halfField)
        return type == DataType::Bfloat16 ? bfloatNumber(uint16_t(bits)) : halfNumber(uint16_t(bits));
    return field < firstUnsignedField ? double(int64_t(bits)) : double(bits);
}

} // namespace

std::optional<double> numberOfTensor(std::string_view tensor)
{
    auto type = DataType(0);
    int64_t elements = 1;
    std::string_view content;
    Numbers numbers;
    pbf_reader field = protobuf::readerOf(tensor);
    while (field.next()) {
        switch (field.tag_and_type()) { // numbers of a repeated field are packed or single
        case protobuf::varint(1):
            type = DataType(field.get_uint64());
            break;
        case protobuf::bytes(2):
            elements = elementsOf(field.get_message());
            break;
        case protobuf::bytes(4):
            content = protobuf::viewOf(field);
            break;
        case protobuf::bytes(5):
            addPackedFixed<float>(protobuf::viewOf(field), numbers);
            break;
        case protobuf::fixed32(5):
            numbers.add(field.get_float());
            break;
        case protobuf::bytes(6):
            addPackedFixed<double>(protobuf::viewOf(field), numbers);
            break;
        case protobuf::fixed64(6):
            numbers.add(field.get_double());
            break;
        case protobuf::bytes(7):
        case protobuf::bytes(10):
        case protobuf::bytes(11):
        case protobuf::bytes(13):
        case protobuf::bytes(16):
        case protobuf::bytes(17):
            for (const auto bits : field.get_packed_uint64())
                numbers.add(numberOfVarint(field.tag(), type, bits));
            break;
        case protobuf::varint(7):
        case protobuf::varint(10):
        case protobuf::varint(11):
        case protobuf::varint(13):
        case protobuf::varint(16):
        case protobuf::varint(17):
            numbers.add(numberOfVarint(field.tag(), type, field.get_uint64()));
            break;
        default:
            field.skip();
        }
    }
    if (elements != 1)
        return std::nullopt;
    if (!content.empty())
        return numberOfContent(type, content);
    return numbers.count == 1 ? std::optional(numbers.first) : std::nullopt;
}

namespace {

/// The text of a google.protobuf.Value that is a number, a string or a Boolean.
std::string textOfValue(pbf_reader value)
{
    std::string text;
    while (value.next()) {
        switch (value.tag_and_type()) {
        case protobuf::fixed64(2):
            text = fmt::format("{}", value.get_double());
            break;
        case protobuf::bytes(3):
            text = value.get_string();
            break;
        case protobuf::varint(4):
            text = value.get_uint64() != 0 ? "true" : "false";
            break;
        default:
            value.skip();
        }
    }
    return text;
}

void readEntry(pbf_reader entry, std::map<std::string, std::string>& to)
{
    std::string name;
    std::string value;
    while (entry.next()) {
        switch (entry.tag_and_type()) {
        case protobuf::bytes(1):
            name = entry.get_string();
            break;
        case protobuf::bytes(2):
            value = textOfValue(entry.get_message());
            break;
        default:
            entry.skip();
        }
    }
    if (!name.empty())
        to[name] = value;
}

} // namespace

void readHyperparameters(std::string_view pluginData, std::map<std::string, std::string>& to)
{
    pbf_reader data = protobuf::readerOf(pluginData);
    while (data.next()) {
        if (data.tag_and_type() != protobuf::bytes(3)) { // session_start_info
            data.skip();
            continue;
        }
        pbf_reader session = data.get_message();
        while (session.next()) {
            if (session.tag_and_type() == protobuf::bytes(1)) // hparams
                readEntry(session.get_message(), to);
            else
                session.skip();
        }
    }
}

} // namespace stepscope
