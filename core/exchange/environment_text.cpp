#include "core/exchange/environment_text.h"

#include "core/exchange/table_value.h"
#include "core/run/imported_experiment.h"
#include "core/run/imported_facts.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace stepscope {

namespace {

using Json = nlohmann::ordered_json;

bool saysNothing(const Json& value)
{
    return (value.is_string() && value.get_ref<const std::string&>().empty()) ||
           (value.is_number() && value.get<double>() == 0.0) || (value.is_array() && value.empty());
}

void setUnknownToNull(Json& structure)
{
    for (auto& value : structure) {
        if (value.is_structured() && !value.empty())
            setUnknownToNull(value);
        else if (saysNothing(value))
            value = nullptr;
    }
}

} // namespace

std::string environmentText(const Run& run, const Environment& environment)
{
    if (isKnown(environment) && !isImported(run))
        return toJson(environment);
    const TraceRank rank = rankOf(run);
    if (!isKnown(environment) && environment.gpus.empty() && environment.engine.cudaRuntime.empty() &&
        environment.engine.nccl.empty() && environment.hostName.empty() && !rank.isKnown())
        return {};
    Json json = Json::parse(toJson(environment));
    setUnknownToNull(json);
    if (isImported(run)) {
        Json used = Json::array();
        for (const TraceDevice& device : run.trace.devices)
            used.push_back(device.number);
        json["gpus_with_recorded_work"] = std::move(used);
        const auto known = [](bool isKnown, const auto& value) { return isKnown ? Json(value) : Json(); };
        json["distributed"] = {{"rank", known(rank.rank >= 0, rank.rank)},
                               {"world_size", known(rank.worldSize > 0, rank.worldSize)},
                               {"backend", known(!rank.backend.empty(), rank.backend)}};
    }
    return jsonText(json);
}

} // namespace stepscope
