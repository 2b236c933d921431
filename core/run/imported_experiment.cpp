#include "core/run/imported_experiment.h"

#include "core/base/text/json_value.h"
#include "core/experiment/experiment_fields.h"

#include <algorithm>
#include <variant>

namespace stepscope {

bool isImported(const Run& run)
{
    return run.experiment.dataset.empty() && run.outcome != RunOutcome::NotStarted &&
           run.kind != RunKind::Program;
}

const char* shownOutcomeName(const Run& run)
{
    return isImported(run) ? importedOutcomeName : runOutcomeName(run.outcome);
}

Experiment shownExperiment(const Run& run)
{
    Experiment experiment = run.experiment;
    if (isImported(run))
        experiment.network.clear();
    return experiment;
}

int64_t shownStepNumber(const Run& run, int64_t step)
{
    const bool isNumbered = isImported(run) && step >= 0 && size_t(step) < run.trace.steps.size();
    return isNumbered ? run.trace.steps[size_t(step)].number : step;
}

std::optional<Experiment> importedExperiment(std::string_view text)
{
    using Json = nlohmann::json;
    const Json json = Json::parse(text, nullptr, false);
    const auto dataset = json.is_object() ? json.find("dataset") : json.end();
    if (dataset == json.end() || !(dataset->is_null() || *dataset == ""))
        return std::nullopt;
    Experiment experiment = unknownExperiment();
    try {
        const bool marksUnknown = std::ranges::any_of(json.flatten(), &Json::is_null);
        for (const auto& field : experimentFields()) {
            std::string path = "/" + std::string(field.key);
            std::ranges::replace(path, '.', '/');
            const Json::json_pointer pointer(path);
            if (!json.contains(pointer) || json.at(pointer).is_null())
                continue;
            std::visit(
                [&](auto member) {
                    auto value = experiment.*member;
                    readValue(json.at(pointer), value);
                    if (marksUnknown || value != Experiment().*member)
                        experiment.*member = value;
                },
                field.member);
        }
    } catch (const Json::exception&) {
        return std::nullopt;
    }
    return experiment;
}

} // namespace stepscope
