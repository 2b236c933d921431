#include "core/run/run_summary.h"

#include "core/base/error.h"
#include "core/base/json_value.h"

#include <fmt/format.h>

#include <cmath>

namespace stepscope {

using Json = nlohmann::json;

static std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// JSON has no NaN: it is null there.
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

std::string toJson(const RunSummary& summary)
{
    return dump({{"kind", int(summary.kind)},
                 {"outcome", int(summary.outcome)},
                 {"failure", summary.failure},
                 {"dataset", summary.dataset},
                 {"network", summary.network},
                 {"device", summary.device},
                 {"batch_size", summary.batchSize},
                 {"steps", summary.steps},
                 {"total_steps", summary.totalSteps},
                 {"epochs", summary.epochs},
                 {"test_accuracy", summary.testAccuracy},
                 {"test_loss", summary.testLoss},
                 {"images_per_second", summary.imagesPerSecond},
                 {"start_unix_ms", summary.startUnixMs},
                 {"end_unix_ms", summary.endUnixMs}});
}

RunSummary summaryFromJson(std::string_view text)
{
    try {
        const auto json = Json::parse(text);
        RunSummary summary;
        int outcome = 0;
        readValue(json, "outcome", outcome);
        if (outcome < 0 || outcome > int(RunOutcome::Crashed))
            throw Error(fmt::format("there is no outcome {}", outcome));
        summary.outcome = RunOutcome(outcome);
        for (const auto kind : {RunKind::ForwardPass, RunKind::Program})
            if (json.value("kind", Json()) == int(kind))
                summary.kind = kind;
        readValue(json, "failure", summary.failure);
        readValue(json, "dataset", summary.dataset);
        readValue(json, "network", summary.network);
        readValue(json, "device", summary.device);
        readValue(json, "batch_size", summary.batchSize);
        readValue(json, "steps", summary.steps);
        readValue(json, "total_steps", summary.totalSteps);
        readValue(json, "epochs", summary.epochs);
        summary.testAccuracy = realOrNaN(json.at("test_accuracy"));
        summary.testLoss = realOrNaN(json.at("test_loss"));
        summary.imagesPerSecond = realOrNaN(json.at("images_per_second"));
        readValue(json, "start_unix_ms", summary.startUnixMs);
        readValue(json, "end_unix_ms", summary.endUnixMs);
        return summary;
    } catch (const std::exception& error) {
        throw Error(fmt::format("The run's summary cannot be read: {}.", error.what()));
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
        throw Error(fmt::format("What was written on the run cannot be read: {}.", error.what()));
    }
}

} // namespace stepscope
