#include "app/training.h"

#include "app/command.h"
#include "core/base/error.h"
#include "core/base/files/paths.h"
#include "core/base/interruption.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/data/data_sets.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/data/own/trusted_models.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/training/training_session.h"

#include <fmt/format.h>

#include <optional>
#include <system_error>
#include <utility>
#include <variant>

namespace stepscope {

constexpr auto tick = std::chrono::milliseconds(100);

Run trainShowing(const Experiment& experiment, const std::filesystem::path& runFile,
                 const TrainingFiles& files, ProgressDisplay& display, std::vector<std::string> notices)
{
    Run run;
    run.experiment = experiment;
    noteInterruptions();
    TrainingSession session(experiment, loadEngine, runFile, files);
    bool stopping = false;
    while (!run.isOver()) {
        if (interrupted() && !stopping) {
            stopping = true;
            session.control().requestStop();
            display.say(translated("Stopping after this step. Press Ctrl-C again to quit immediately."));
        }
        session.feed().drainInto(run);
        if (!run.steps.empty()) {
            for (const auto& notice : std::exchange(notices, {}))
                display.say(notice);
        }
        display.show(run);
        if (!run.isOver())
            sleepUnlessInterrupted(stopping ? tick / 10 : tick);
    }
    session.join();
    display.clear();
    return run;
}

std::string busyWarning(const Environment& environment)
{
    if (environment.loadAverage <= environment.processors / 2.0)
        return {};
    return translatedPlural("The machine is busy (load average {load} on {count} processor): times will be "
                            "longer and less steady than on an idle machine.",
                            "The machine is busy (load average {load} on {count} processors): times will be "
                            "longer and less steady than on an idle machine.",
                            environment.processors,
                            {{"load", fmt::format("{:.1f}", environment.loadAverage)},
                             {"count", std::to_string(environment.processors)}});
}

std::string useDataSetThatIsThere(Experiment& experiment)
{
    const auto isThere = [&](std::string_view id) {
        return !findDataSet(dataSetWithFiles(id), experiment.dataDirectory).empty();
    };
    if (experiment.dataset != "mnist" || isThere("mnist") || !isThere("fashion-mnist"))
        return {};
    experiment.dataset = "fashion-mnist";
    return translated("MNIST is not on this machine, so Fashion-MNIST is used instead; `stepscope data fetch "
                      "mnist` downloads MNIST.");
}

static bool isOwnData(const Experiment& experiment)
{
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    return kind && kind->isOwn();
}

static void refuseMissingFile(const Experiment& experiment, const ExperimentField& field)
{
    if (!isPath(field) || !usesField(experiment, field.key))
        return;
    const std::string& path = experiment.*std::get<std::string Experiment::*>(field.member);
    const TextValues values = {{"option", std::string(field.flag)},
                               {"path", path},
                               {"dataset", experiment.dataset},
                               {"network", experiment.network}};
    if (path.empty() && field.key == "model")
        throw UsageError(
            translated("{option} is missing: the network {network} needs the file of a model.", values));
    if (path.empty() && field.key == "data_directory" && isOwnData(experiment))
        throw UsageError(translated(
            "{option} is missing: the data set {dataset} is your own, so specify its location.", values));
    std::error_code unknown; // reported when it is read
    if (path.empty() || std::filesystem::exists(path, unknown) || unknown)
        return;
    if (const auto text = danglingLinkText(path); !text.empty())
        throw UsageError(text);
    throw UsageError(translated("{path} does not exist; use {option} to name another.", values));
}

void refuseMissingFiles(const Experiment& experiment)
{
    for (const ExperimentField& field : experimentFields())
        refuseMissingFile(experiment, field);
}

void refuseUntrustedModel(const Experiment& experiment)
{
    if (usesField(experiment, "model") && !experiment.model.empty())
        requireTrust(experiment.model);
}

void refuseUnusableData(const Experiment& experiment)
{
    refuseMissingFiles(experiment);
    refuseUntrustedModel(experiment);
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    if (kind && !kind->hasFiles())
        checkDataSet(experiment);
}

void describeOwnData(const Experiment& experiment)
{
    if (!isOwnData(experiment))
        return;
    refuseMissingFile(experiment, *findExperimentField("data_directory"));
    describeDataSet(experiment);
}

void refuseLargeBatch(const Experiment& experiment)
{
    const auto images = expectedSamples(experiment);
    try {
        if (images)
            checkBatchSize(experiment, images->train);
    } catch (const Error& problem) {
        throw UsageError(problem.what());
    }
}

} // namespace stepscope
