#pragma once

#include <protozero/pbf_reader.hpp>

#include <string>
#include <string_view>

namespace stepscope::protobuf {

/// The value of pbf_reader::tag_and_type() for a field with this number. Fields are identified by both: in a
/// damaged file a field can have a type other than its number implies.
constexpr uint32_t varint(uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::varint);
}
constexpr uint32_t fixed32(uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed32);
}
constexpr uint32_t fixed64(uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed64);
}
/// The same for strings, bytes, messages and packed numbers.
constexpr uint32_t bytes(uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::length_delimited);
}

inline protozero::pbf_reader readerOf(std::string_view message)
{
    return {message.data(), message.size()};
}

inline std::string_view viewOf(protozero::pbf_reader& field)
{
    const auto view = field.get_view();
    return {view.data(), view.size()};
}

} // namespace stepscope::protobuf
