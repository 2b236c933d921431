#include "core/run_file/run_summary.h"

#include "core/base/error.h"
#include "core/base/text/json_value.h"
#include "core/language/translation.h"
#include "core/run/run_words.h"
#include "core/run/validation.h"

#include <fmt/format.h>

#include <exception>
#include <type_traits>

namespace stepscope {

using Json = nlohmann::json;

static std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// JSON has no NaN: it is null.
static double realOrNaN(const Json& json)
{
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

RunSummary summarize(const Run& run)
{
    RunSummary summary{.kind = run.kind,
                       .outcome = run.outcome,
                       .failure = run.failure,
                       .dataset = run.experiment.dataset,
                       .network = run.experiment.network,
                       .device = run.experiment.device,
                       .batchSize = run.experiment.batchSize,
                       .steps = int64_t(run.steps.size()),
                       .totalSteps = run.plan.totalSteps,
                       .epochs = int64_t(run.epochs.size()),
                       .imagesPerSecond = trainingImagesPerSecond(run),
                       .startUnixMs = run.startUnixMs,
                       .endUnixMs = run.endUnixMs};
    if (!run.epochs.empty() && run.epochs.back().testImages > 0) {
        summary.testAccuracy = run.epochs.back().testAccuracy();
        summary.testLoss = run.epochs.back().testLoss;
    }
    if (const auto validation = lastValidation(run)) {
        summary.validationAccuracy = validation->accuracy;
        summary.validationLoss = validation->loss;
    }
    return summary;
}

bool isImported(const RunSummary& summary)
{
    return summary.dataset.empty() && summary.outcome != RunOutcome::NotStarted &&
           summary.kind != RunKind::Program;
}

const char* shownOutcomeName(const RunSummary& summary)
{
    return isImported(summary) ? importedOutcomeName : runOutcomeName(summary.outcome);
}

std::string shownOutcomeWord(const RunSummary& summary)
{
    return isImported(summary) ? importedWord() : outcomeWord(summary.outcome);
}

RunOutcome outcomeOfNumber(int64_t number)
{
    if (number < 0 || number > int64_t(RunOutcome::Crashed))
        throw Error(translated("there is no outcome {number}", {{"number", std::to_string(number)}}));
    return RunOutcome(number);
}

RunKind kindOfNumber(int64_t number)
{
    for (const auto kind : {RunKind::ForwardPass, RunKind::Program})
        if (number == int64_t(kind))
            return kind;
    return RunKind::Training;
}

std::string toJson(const RunSummary& summary)
{
    auto json = Json::object();
    forEachMember(summary, [&](const char* name, const auto& member) {
        if constexpr (std::is_enum_v<std::decay_t<decltype(member)>>)
            json[name] = int(member);
        else
            json[name] = member;
    });
    return dump(json);
}

namespace {

/// Reads members of a summary.
class SummaryReader
{
public:
    explicit SummaryReader(const Json& json)
        : m_json(json)
    {
    }

    void operator()(const char* name, RunKind& kind) const
    {
        const auto found = m_json.find(name);
        kind = kindOfNumber(found != m_json.end() && isWhole<int64_t>(*found) ? found->get<int64_t>() : 0);
    }
    void operator()(const char* name, RunOutcome& outcome) const
    {
        int64_t number = 0;
        readValue(m_json, name, number);
        outcome = outcomeOfNumber(number);
    }
    /// A file from before there was the figure does not have it.
    void operator()(const char* name, double& number) const
    {
        if (const auto found = m_json.find(name); found != m_json.end())
            number = realOrNaN(*found);
    }
    template<typename Value>
    void operator()(const char* name, Value& value) const
    {
        readValue(m_json, name, value);
    }

private:
    const Json& m_json;
};

} // namespace

RunSummary summaryFromJson(std::string_view text)
{
    try {
        const auto json = Json::parse(text);
        RunSummary summary;
        forEachMember(summary, SummaryReader(json));
        return summary;
    } catch (const std::exception& error) {
        throw Error(translated("The run's summary cannot be read: it is not JSON of the expected form."),
                    error.what());
    }
}

std::string toJson(const RunLabel& label)
{
    return dump({{"name", label.name}, {"tags", label.tags}, {"note", label.note}, {"color", label.color}});
}

RunLabel labelFromJson(std::string_view text)
{
    try {
        const auto json = Json::parse(text);
        RunLabel label;
        readValue(json, "name", label.name);
        readValue(json, "tags", label.tags);
        readValue(json, "note", label.note);
        readValue(json, "color", label.color);
        return label;
    } catch (const nlohmann::json::exception& error) {
        throw Error(translated("The run's label cannot be read: {reason}.", {{"reason", error.what()}}));
    }
}

} // namespace stepscope
