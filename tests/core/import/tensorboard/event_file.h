#pragma once

#include "core/exchange/record_file.h"

#include <protozero/pbf_writer.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::test {

/// What TensorFlow 2 writes for a scalar: a tensor of DT_FLOAT (1) with its bytes in one piece.
inline std::string floatTensor(float number)
{
    std::string bytes;
    protozero::pbf_writer tensor(bytes);
    tensor.add_enum(1, 1);
    tensor.add_message(2, std::string()); // no dimensions
    tensor.add_bytes(4, std::string(reinterpret_cast<const char*>(&number), sizeof(number)));
    return bytes;
}

/// "scalars", "histograms": what the metadata of a value says.
inline std::string metadata(const std::string& plugin, const std::string& content = "")
{
    std::string bytes;
    protozero::pbf_writer message(bytes);
    protozero::pbf_writer data(message, 1);
    data.add_string(1, plugin);
    if (!content.empty())
        data.add_bytes(2, content);
    data.commit();
    return bytes;
}

/// Event messages as TensorFlow and PyTorch write them, by hand.
struct EventText
{
    double wallTime = 1'700'000'000.0;

    static std::string simple(const std::string& tag, float number)
    {
        std::string bytes;
        protozero::pbf_writer value(bytes);
        value.add_string(1, tag);
        value.add_float(2, number);
        return bytes;
    }

    static std::string tensor(const std::string& tag, const std::string& tensor,
                              const std::string& metadataOfValue = "")
    {
        std::string bytes;
        protozero::pbf_writer value(bytes);
        value.add_string(1, tag);
        value.add_message(8, tensor);
        if (!metadataOfValue.empty())
            value.add_message(9, metadataOfValue);
        return bytes;
    }

    /// With the summary's values.
    std::string event(int64_t step, const std::vector<std::string>& values) const
    {
        std::string bytes;
        {
            protozero::pbf_writer message(bytes);
            message.add_double(1, wallTime);
            if (step != 0)
                message.add_int64(2, step);
            protozero::pbf_writer summary(message, 5);
            for (const auto& value : values)
                summary.add_message(1, value);
        }
        return bytes;
    }

    std::string version() const
    {
        std::string bytes;
        protozero::pbf_writer message(bytes);
        message.add_double(1, wallTime);
        message.add_string(3, "brain.Event:2");
        return bytes;
    }

    std::string graph(const std::string& graphDef) const
    {
        std::string bytes;
        protozero::pbf_writer message(bytes);
        message.add_double(1, wallTime);
        message.add_bytes(4, graphDef);
        return bytes;
    }
};

/// An event file with these messages after its version.
inline std::string eventFile(const std::vector<std::string>& events)
{
    std::string file;
    appendRecord(file, EventText().version());
    for (const auto& event : events)
        appendRecord(file, event);
    return file;
}

/// A file with one scalar of this tag at steps 0, 1, …, a second apart.
inline std::string eventsOf(const std::string& tag, const std::vector<float>& numbers, int64_t firstStep = 0)
{
    std::vector<std::string> events;
    for (size_t i = 0; i < numbers.size(); ++i) {
        const EventText text{.wallTime = 1'700'000'000.0 + double(i + 1)};
        events.push_back(text.event(firstStep + int64_t(i), {EventText::simple(tag, numbers[i])}));
    }
    return eventFile(events);
}

} // namespace stepscope::test
