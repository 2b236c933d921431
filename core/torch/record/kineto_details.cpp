#include "core/torch/record/kineto_details.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <deque>
#include <limits>
#include <unordered_map>

namespace stepscope {

namespace {

using Json = nlohmann::json;

/// The nearest value of the type.
template<typename Number>
Number nearest(double value)
{
    using Limits = std::numeric_limits<Number>;
    if (!(value > double(Limits::lowest())))
        return Limits::lowest();
    return value < double(Limits::max()) ? Number(value) : Limits::max();
}

/// Kineto writes some numbers as text.
template<typename Number>
void read(const Json& object, const char* key, Number& value)
{
    const auto found = object.find(key);
    if (found == object.end())
        return;
    if (found->is_number())
        value = nearest<Number>(found->get<double>());
    else if (found->is_string())
        value = nearest<Number>(std::strtod(found->get_ref<const std::string&>().c_str(), nullptr));
}

void readTriple(const Json& object, const char* key, uint32_t (&values)[3])
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array() || found->size() != 3)
        return;
    for (size_t i = 0; i < 3; ++i)
        values[i] = (*found)[i].is_number() ? nearest<uint32_t>((*found)[i].get<double>()) : 0;
}

void readWork(const Json& arguments, TraceDeviceWork& work)
{
    read(arguments, "bytes", work.bytes);
    read(arguments, "blocks per SM", work.blocksPerProcessor);
    read(arguments, "warps per SM", work.warpsPerProcessor);
    read(arguments, "registers per thread", work.registers);
    read(arguments, "shared memory", work.sharedBytes);
    readTriple(arguments, "grid", work.grid);
    readTriple(arguments, "block", work.block);
    float percent = -1.0F;
    read(arguments, "est. achieved occupancy %", percent);
    if (percent >= 0.0F)
        work.occupancy = percent / 100.0F;
}

TraceDevice deviceOf(const Json& properties)
{
    TraceDevice device;
    read(properties, "id", device.number);
    device.name = properties.value("name", "");
    read(properties, "totalGlobalMem", device.memoryBytes);
    read(properties, "computeMajor", device.computeMajor);
    read(properties, "computeMinor", device.computeMinor);
    read(properties, "numSms", device.processors);
    read(properties, "maxThreadsPerMultiprocessor", device.threadsPerProcessor);
    read(properties, "warpSize", device.warpSize);
    return device;
}

using Works = std::unordered_map<uint64_t, std::deque<TraceDeviceWork>>;

/// Device work by correlation. A launch can have several entries, in the order of the events.
Works worksIn(const Json& trace)
{
    Works works;
    const auto events = trace.find("traceEvents");
    if (events == trace.end() || !events->is_array())
        return works;
    for (const auto& event : *events) {
        if (!event.is_object())
            continue;
        const auto arguments = event.find("args");
        if (arguments == event.end() || !arguments->is_object() || !arguments->contains("stream") ||
            !arguments->contains("correlation"))
            continue;
        uint64_t correlation = 0;
        read(*arguments, "correlation", correlation);
        readWork(*arguments, works[correlation].emplace_back());
    }
    return works;
}

} // namespace

void addKinetoDetails(std::string_view json, DeviceActivities& to)
{
    const auto trace = Json::parse(json, nullptr, false);
    if (!trace.is_object())
        return;
    auto works = worksIn(trace);
    for (auto& activity : to.activities) {
        auto& left = works[activity.correlation];
        if (activity.device < 0 || left.empty())
            continue;
        const auto direction = activity.work.direction;
        activity.work = left.front();
        activity.work.direction = direction;
        left.pop_front();
    }
    const auto devices = trace.find("deviceProperties");
    for (size_t i = 0; devices != trace.end() && devices->is_array() && i < devices->size(); ++i) {
        if ((*devices)[i].is_object())
            to.devices.push_back(deviceOf((*devices)[i]));
    }
}

} // namespace stepscope
