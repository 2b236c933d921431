#include "core/sweep/sweep_event.h"

#include "core/base/text/json_value.h"

#include <algorithm>
#include <array>
#include <exception>

namespace stepscope {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<const char*, 7> kindNames = {"probing", "estimated", "started",  "progress",
                                                  "said",    "ended",     "reporting"};
constexpr std::array<const char*, 3> levelNames = {"info", "warning", "error"};

template<size_t Count>
size_t indexOf(const std::array<const char*, Count>& names, const std::string& name)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throw std::out_of_range(name);
    return size_t(found - names.begin());
}

RunOutcome outcomeOf(const std::string& name)
{
    for (auto outcome = RunOutcome::NotStarted; outcome <= RunOutcome::Crashed;
         outcome = RunOutcome(int(outcome) + 1)) {
        if (name == runOutcomeName(outcome))
            return outcome;
    }
    throw std::out_of_range(name);
}

OrderedJson estimateJson(const SweepEvent& event)
{
    const auto& estimate = event.estimate;
    OrderedJson json{
        {"seconds", estimate.isKnown() ? OrderedJson(event.estimatedSeconds) : OrderedJson(nullptr)},
        {"prepare_seconds", estimate.prepareSeconds},
        {"step_seconds", estimate.stepSeconds},
        {"test_seconds", estimate.testSeconds},
        {"steps_per_epoch", estimate.stepsPerEpoch}};
    if (!estimate.problem.empty())
        json["problem"] = estimate.problem;
    if (!estimate.settings.empty())
        json["settings"] = estimate.settings;
    return json;
}

void readEstimate(const OrderedJson& json, SweepEvent& event)
{
    auto& estimate = event.estimate;
    readValue(json, "prepare_seconds", estimate.prepareSeconds);
    readValue(json, "step_seconds", estimate.stepSeconds);
    readValue(json, "test_seconds", estimate.testSeconds);
    readValue(json, "steps_per_epoch", estimate.stepsPerEpoch);
    estimate.problem = json.value("problem", std::string());
    if (const auto settings = json.find("settings"); settings != json.end())
        settings->get_to(estimate.settings);
    if (json.at("seconds").is_number())
        readValue(json, "seconds", event.estimatedSeconds);
}

OrderedJson progressJson(const SweepEvent& event)
{
    const auto& progress = event.progress;
    return {{"fraction", progress.fraction},
            {"seconds_left", progress.secondsLeft},
            {"tests_are_timed", progress.testsAreTimed},
            {"training_seconds_left", progress.trainingSecondsLeft},
            {"mean_step_seconds", progress.meanStepSeconds},
            {"sweep_seconds_left", event.sweepSecondsLeft},
            {"estimate_factor", event.estimateFactor},
            {"step", progress.step},
            {"steps", progress.totalSteps},
            {"epoch", progress.epoch},
            {"epochs", progress.epochs},
            {"testing", progress.testing},
            {"images_per_second", progress.imagesPerSecond}};
}

void readProgress(const OrderedJson& json, SweepEvent& event)
{
    auto& progress = event.progress;
    readValue(json, "fraction", progress.fraction);
    readValue(json, "seconds_left", progress.secondsLeft);
    readValue(json, "tests_are_timed", progress.testsAreTimed);
    readValue(json, "training_seconds_left", progress.trainingSecondsLeft);
    readValue(json, "mean_step_seconds", progress.meanStepSeconds);
    readValue(json, "sweep_seconds_left", event.sweepSecondsLeft);
    readValue(json, "estimate_factor", event.estimateFactor);
    readValue(json, "step", progress.step);
    readValue(json, "steps", progress.totalSteps);
    readValue(json, "epoch", progress.epoch);
    readValue(json, "epochs", progress.epochs);
    readValue(json, "testing", progress.testing);
    readValue(json, "images_per_second", progress.imagesPerSecond);
}

} // namespace

std::string toJson(const SweepEvent& event)
{
    OrderedJson json{{"event", kindNames[size_t(event.kind)]}, {"point", event.point}};
    switch (event.kind) {
    case SweepEvent::Kind::Probing:
    case SweepEvent::Kind::Started:
    case SweepEvent::Kind::Reporting:
        break;
    case SweepEvent::Kind::Estimated:
        json.update(estimateJson(event));
        break;
    case SweepEvent::Kind::Progressed:
        json.update(progressJson(event));
        break;
    case SweepEvent::Kind::Said:
        json["level"] = levelNames[size_t(event.level)];
        json["text"] = event.text;
        break;
    case SweepEvent::Kind::Ended:
        json["outcome"] = runOutcomeName(event.outcome);
        json["text"] = event.text;
        json["detail"] = event.detail;
        break;
    }
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::optional<SweepEvent> sweepEventFromJson(std::string_view line)
{
    try {
        const auto json = OrderedJson::parse(line);
        SweepEvent event;
        event.kind = SweepEvent::Kind(indexOf(kindNames, json.at("event")));
        readValue(json, "point", event.point);
        if (event.kind == SweepEvent::Kind::Estimated)
            readEstimate(json, event);
        if (event.kind == SweepEvent::Kind::Progressed)
            readProgress(json, event);
        event.text = json.value("text", std::string());
        event.detail = json.value("detail", std::string());
        if (json.contains("level"))
            event.level = LogLevel(indexOf(levelNames, json.at("level")));
        if (json.contains("outcome"))
            event.outcome = outcomeOf(json.at("outcome"));
        return event;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

} // namespace stepscope
