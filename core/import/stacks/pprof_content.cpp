#include "core/import/stacks/pprof_content.h"

#include <protozero/pbf_message.hpp>
#include <protozero/pbf_reader.hpp>

#include <utility>

namespace stepscope {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

namespace field {
enum : protozero::pbf_tag_type {
    sampleType = 1,
    sample = 2,
    mapping = 3,
    location = 4,
    function = 5,
    strings = 6,
    dropFrames = 7,
    keepFrames = 8,
    time = 9,
    duration = 10,
    periodType = 11,
    period = 12,
    comment = 13,
    defaultType = 14,
    documentation = 15
};
}

/// Reads numbers of a repeated field, packed or single.
template<typename Take>
void takeNumbers(pbf_reader& message, const Take& take)
{
    if (message.wire_type() == pbf_wire_type::length_delimited) {
        for (const auto number : message.get_packed_uint64())
            take(number);
    } else if (message.wire_type() == pbf_wire_type::varint) {
        take(message.get_uint64());
    } else {
        message.skip();
    }
}

/// The value of an integer field; a field of another kind is skipped and yields 0.
uint64_t integerOf(pbf_reader& message)
{
    if (message.wire_type() == pbf_wire_type::varint)
        return message.get_uint64();
    message.skip();
    return 0;
}

class PprofReader
{
public:
    PprofContent read(std::string_view bytes)
    {
        pbf_reader message(bytes.data(), bytes.size());
        try {
            while (message.next())
                take(message);
        } catch (const protozero::exception& error) {
            m_content.problem = error.what();
        }
        return std::move(m_content);
    }

private:
    void take(pbf_reader& message)
    {
        const bool isMessage = message.wire_type() == pbf_wire_type::length_delimited;
        switch (message.tag()) {
        case field::defaultType:
            m_content.defaultType = int64_t(integerOf(message));
            return;
        case field::time:
            m_content.unixNs = int64_t(integerOf(message));
            return;
        default:
            break;
        }
        if (!isMessage)
            return message.skip();
        switch (message.tag()) {
        case field::sampleType:
            return takeType(message.get_message());
        case field::sample:
            return takeSample(message.get_message());
        case field::mapping:
            return takeMapping(message.get_message());
        case field::location:
            return takeLocation(message.get_message());
        case field::function:
            return takeFunction(message.get_message());
        case field::strings: {
            const auto text = message.get_view();
            m_content.strings.emplace_back(text.data(), text.size());
            return;
        }
        default:
            message.skip();
        }
    }

    void takeType(pbf_reader message)
    {
        PprofContent::ValueType type;
        while (message.next()) {
            const auto tag = message.tag();
            const auto value = int64_t(integerOf(message));
            (tag == 1 ? type.type : tag == 2 ? type.unit : m_ignored) = value;
        }
        m_content.types.push_back(type);
    }

    void takeSample(pbf_reader message)
    {
        auto& ids = m_content.locationIds;
        auto& values = m_content.values;
        PprofContent::Sample sample{.firstLocation = ids.size(), .firstValue = values.size()};
        while (message.next()) {
            if (message.tag() == 1)
                takeNumbers(message, [&](uint64_t id) { ids.push_back(id); });
            else if (message.tag() == 2)
                takeNumbers(message, [&](uint64_t value) { values.push_back(int64_t(value)); });
            else
                message.skip();
        }
        sample.locations = ids.size() - sample.firstLocation;
        sample.values = values.size() - sample.firstValue;
        m_content.samples.push_back(sample);
    }

    void takeMapping(pbf_reader message)
    {
        uint64_t id = 0;
        int64_t file = 0;
        while (message.next()) {
            const auto tag = message.tag();
            const uint64_t value = integerOf(message);
            id = tag == 1 ? value : id;
            file = tag == 5 ? int64_t(value) : file;
        }
        m_content.mappings[id] = file;
    }

    void takeLocation(pbf_reader message)
    {
        uint64_t id = 0;
        PprofContent::Location location;
        while (message.next()) {
            const auto tag = message.tag();
            if (tag == 4 && message.wire_type() == pbf_wire_type::length_delimited) {
                location.lines.push_back(lineOf(message.get_message()));
                continue;
            }
            const uint64_t value = integerOf(message);
            id = tag == 1 ? value : id;
            location.mapping = tag == 2 ? value : location.mapping;
            location.address = tag == 3 ? value : location.address;
        }
        m_content.locations[id] = std::move(location);
    }

    static PprofContent::Line lineOf(pbf_reader message)
    {
        PprofContent::Line line;
        while (message.next()) {
            const auto tag = message.tag();
            const uint64_t value = integerOf(message);
            line.function = tag == 1 ? value : line.function;
            line.line = tag == 2 ? int64_t(value) : line.line;
        }
        return line;
    }

    void takeFunction(pbf_reader message)
    {
        uint64_t id = 0;
        PprofContent::Function function;
        while (message.next()) {
            const auto tag = message.tag();
            const uint64_t value = integerOf(message);
            id = tag == 1 ? value : id;
            function.name = tag == 2 ? int64_t(value) : function.name;
            function.systemName = tag == 3 ? int64_t(value) : function.systemName;
            function.file = tag == 4 ? int64_t(value) : function.file;
        }
        m_content.functions[id] = function;
    }

    PprofContent m_content;
    int64_t m_ignored = 0;
};

bool isExpected(protozero::pbf_tag_type tag, pbf_wire_type type)
{
    const bool isNumber = tag == field::time || tag == field::duration || tag == field::period ||
                          tag == field::dropFrames || tag == field::keepFrames || tag == field::defaultType ||
                          tag == field::documentation;
    if (isNumber)
        return type == pbf_wire_type::varint;
    if (tag == field::comment)
        return type == pbf_wire_type::varint || type == pbf_wire_type::length_delimited;
    return tag >= field::sampleType && tag <= field::periodType && type == pbf_wire_type::length_delimited;
}

/// A value type consists of two small numbers and nothing else.
bool isValueType(pbf_reader message)
{
    while (message.next()) {
        if (message.tag() > 2 || message.wire_type() != pbf_wire_type::varint)
            return false;
        message.skip();
    }
    return true;
}

} // namespace

PprofContent pprofContent(std::string_view bytes)
{
    return PprofReader().read(bytes);
}

bool isPprofContent(std::string_view bytes)
{
    constexpr int enough = 1000;
    pbf_reader message(bytes.data(), bytes.size());
    bool anyType = false;
    try {
        for (int fields = 0; fields < enough && message.next(); ++fields) {
            if (!isExpected(message.tag(), message.wire_type()))
                return false;
            if (message.tag() == field::sampleType) {
                if (!isValueType(message.get_message()))
                    return false;
                anyType = true;
            } else {
                message.skip();
            }
        }
    } catch (const protozero::exception&) {
        // it continues after these bytes, or is cut short
    }
    return anyType;
}

} // namespace stepscope
