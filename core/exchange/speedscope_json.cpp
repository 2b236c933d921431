#include "core/exchange/speedscope_json.h"

#include "core/exchange/stack_costs.h"

#include <nlohmann/json.hpp>

#include <map>
#include <tuple>
#include <utility>

namespace stepscope {

namespace {

using Json = nlohmann::ordered_json;

/// Frames with the same name and group are one frame; `frames` lists them.
std::vector<uint32_t> framesOf(const CallTree& tree, Json& frames)
{
    std::map<std::pair<std::string, std::string>, uint32_t> ids;
    std::vector<uint32_t> frameOf(tree.nodes.size());
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        const std::pair<std::string, std::string> key{frameName(tree, node),
                                                      frameKindName(tree, tree.nodes[node].kind)};
        const auto [found, added] = ids.try_emplace(key, uint32_t(ids.size()));
        if (added)
            frames.push_back({{"name", key.first}, {"file", key.second}});
        frameOf[node] = found->second;
    }
    return frameOf;
}

Json profileOf(const CallTree& tree, const std::vector<uint32_t>& frameOf, const std::string& name,
               const char* unit, const std::vector<StackCost>& costs, int64_t StackCost::*weight)
{
    auto samples = Json::array();
    auto weights = Json::array();
    int64_t sum = 0;
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        const auto cost = costs[node].*weight;
        if (cost <= 0)
            continue;
        auto stack = Json::array();
        for (const auto frame : tree.pathTo(node))
            stack.push_back(frameOf[frame]);
        samples.push_back(std::move(stack));
        weights.push_back(cost);
        sum += cost;
    }
    return {{"type", "sampled"}, {"name", name},       {"unit", unit},      {"startValue", 0},
            {"endValue", sum},   {"samples", samples}, {"weights", weights}};
}

} // namespace

std::string speedscopeJson(const CallTree& tree, const std::string& name)
{
    checkStackLengths(tree);
    auto frames = Json::array();
    const auto frameOf = framesOf(tree, frames);
    const auto costs = ownCosts(tree);
    auto profiles = Json::array();
    const std::string& unit = tree.unit;
    profiles.push_back(profileOf(tree, frameOf, unit.empty() ? hostTimeName(tree) : unit,
                                 unit.empty()      ? "nanoseconds"
                                 : unit == "bytes" ? "bytes"
                                                   : "none",
                                 costs, &StackCost::timeNs));
    if (tree.hasDevice)
        profiles.push_back(
            profileOf(tree, frameOf, "Time on devices", "nanoseconds", costs, &StackCost::deviceNs));
    if (tree.hasMemory)
        profiles.push_back(
            profileOf(tree, frameOf, "Allocated memory", "bytes", costs, &StackCost::allocatedBytes));
    const Json file = {{"$schema", "https://www.speedscope.app/file-format-schema.json"},
                       {"exporter", "Stepscope " STEPSCOPE_VERSION},
                       {"name", name},
                       {"activeProfileIndex", 0},
                       {"shared", {{"frames", frames}}},
                       {"profiles", profiles}};
    return file.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope
