#include "core/exchange/pprof_profile.h"

#include "core/base/files/gzip_text.h"
#include "core/exchange/stack_costs.h"

#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

#include <unordered_map>
#include <utility>

namespace stepscope {

namespace {

// Field numbers in profile.proto.
namespace profile {
enum : protozero::pbf_tag_type {
    sampleType = 1,
    sample = 2,
    location = 4,
    function = 5,
    strings = 6,
    duration = 10,
    comment = 13,
    defaultType = 14
};
}
namespace valueType {
enum : protozero::pbf_tag_type { type = 1, unit = 2 };
}
namespace sample {
enum : protozero::pbf_tag_type { locations = 1, values = 2 };
}
namespace location {
enum : protozero::pbf_tag_type { id = 1, line = 4 };
}
namespace line {
enum : protozero::pbf_tag_type { function = 1 };
}
namespace function {
enum : protozero::pbf_tag_type { id = 1, name = 2, systemName = 3, file = 4 };
}

class PprofWriter
{
public:
    explicit PprofWriter(const CallTree& tree)
        : m_tree(tree)
        , m_writer(m_bytes)
    {
        string("");
    }

    std::string bytes()
    {
        valueTypes();
        const auto costs = ownCosts(m_tree);
        std::vector<uint64_t> locationOf(m_tree.nodes.size());
        int64_t sum = 0;
        for (CallNodeId node(1); node < m_tree.nodes.size(); ++node) {
            locationOf[node] = locationId(node);
            sum += costs[node].timeNs;
            sampleOf(node, costs[node], locationOf);
        }
        if (m_tree.unit.empty())
            m_writer.add_int64(profile::duration, sum);
        m_writer.add_int64(profile::comment, string("Written by Stepscope " STEPSCOPE_VERSION));
        if (m_tree.unit.empty())
            m_writer.add_int64(profile::comment, string(fmt::format("time: {}", hostTimeName(m_tree))));
        m_writer.add_int64(profile::defaultType, string(shownType()));
        for (const auto& text : m_strings)
            m_writer.add_string(profile::strings, text);
        return std::move(m_bytes);
    }

private:
    int64_t string(const std::string& text)
    {
        const auto [found, added] = m_stringIds.try_emplace(text, int64_t(m_strings.size()));
        if (added)
            m_strings.push_back(text);
        return found->second;
    }

    const char* shownType() const
    {
        return m_tree.unit.empty() ? "time" : m_tree.unit == "bytes" ? "space" : m_tree.unit.c_str();
    }

    void valueTypeOf(const char* type, const char* unit)
    {
        protozero::pbf_writer value(m_writer, profile::sampleType);
        value.add_int64(valueType::type, string(type));
        value.add_int64(valueType::unit, string(unit));
    }

    void valueTypes()
    {
        if (m_tree.hasCalls)
            valueTypeOf("calls", "count");
        if (m_tree.unit == "bytes")
            valueTypeOf(shownType(), "bytes");
        else
            valueTypeOf(shownType(), m_tree.unit.empty() ? "nanoseconds" : "count");
        if (m_tree.hasDevice)
            valueTypeOf("device", "nanoseconds");
        if (m_tree.hasMemory)
            valueTypeOf("allocated", "bytes");
    }

    /// Frames with the same name and group share one location, which has one function.
    uint64_t locationId(CallNodeId node)
    {
        const auto name = frameName(m_tree, node);
        const std::string group = frameKindName(m_tree, m_tree.nodes[node].kind);
        const auto [found, added] = m_locations.try_emplace(group + '\n' + name, m_locations.size() + 1);
        const auto id = found->second;
        if (!added)
            return id;
        {
            protozero::pbf_writer place(m_writer, profile::location);
            place.add_uint64(location::id, id);
            protozero::pbf_writer code(place, location::line);
            code.add_uint64(line::function, id);
        }
        protozero::pbf_writer own(m_writer, profile::function);
        own.add_uint64(function::id, id);
        own.add_int64(function::name, string(name));
        own.add_int64(function::systemName, string(name));
        own.add_int64(function::file, string(group));
        return id;
    }

    void sampleOf(CallNodeId node, const StackCost& cost, const std::vector<uint64_t>& locationOf)
    {
        const auto calls = m_tree.nodes[node].calls;
        if (calls == 0 && cost == StackCost{})
            return;
        const auto path = m_tree.pathTo(node);
        std::vector<uint64_t> stack;
        for (auto frame = path.rbegin(); frame != path.rend(); ++frame) // the innermost first
            stack.push_back(locationOf[*frame]);
        std::vector<int64_t> values;
        if (m_tree.hasCalls)
            values.push_back(calls);
        values.push_back(cost.timeNs);
        if (m_tree.hasDevice)
            values.push_back(cost.deviceNs);
        if (m_tree.hasMemory)
            values.push_back(cost.allocatedBytes);
        protozero::pbf_writer one(m_writer, profile::sample);
        one.add_packed_uint64(sample::locations, stack.begin(), stack.end());
        one.add_packed_int64(sample::values, values.begin(), values.end());
    }

    const CallTree& m_tree;
    std::string m_bytes;
    protozero::pbf_writer m_writer;
    std::vector<std::string> m_strings;
    std::unordered_map<std::string, int64_t> m_stringIds;
    std::unordered_map<std::string, uint64_t> m_locations;
};

} // namespace

std::string pprofProfile(const CallTree& tree)
{
    checkStackLengths(tree);
    return gzipped(PprofWriter(tree).bytes());
}

} // namespace stepscope
