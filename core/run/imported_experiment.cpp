#include "core/run/imported_experiment.h"

#include "core/base/json_value.h"
#include "core/experiment/experiment_fields.h"

#include <algorithm>
#include <variant>

namespace stepscope {

std::optional<Experiment> importedExperiment(std::string_view text)
{
    using Json = nlohmann::json;
    const Json json = Json::parse(text, nullptr, false);
    Experiment experiment;
    try {
        for (const auto& field : experimentFields()) {
            std::string path = "/" + std::string(field.key);
            std::ranges::replace(path, '.', '/');
            const Json::json_pointer pointer(path);
            if (json.contains(pointer))
                std::visit([&](auto member) { readValue(json.at(pointer), experiment.*member); },
                           field.member);
        }
    } catch (const Json::exception&) {
        return std::nullopt;
    }
    return experiment.dataset.empty() ? std::optional(experiment) : std::nullopt;
}

} // namespace stepscope
