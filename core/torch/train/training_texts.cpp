#include "core/torch/train/training_texts.h"

#include "core/base/text/format.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

namespace {

/// "938 steps", "10 s".
std::string lengthText(const Experiment& experiment, const RunPlan& plan)
{
    if (experiment.seconds <= 0)
        return translatedPlural("{count} step", "{count} steps", plan.totalSteps,
                                {{"count", formatCount(plan.totalSteps)}});
    const auto seconds = formatSeconds(experiment.seconds);
    if (experiment.steps <= 0)
        return seconds;
    return translatedPlural("{count} step or {time}", "{count} steps or {time}", experiment.steps,
                            {{"count", formatCount(experiment.steps)}, {"time", seconds}});
}

/// "60,000 images".
std::string samplesText(const Experiment& experiment, const RunPlan& plan)
{
    const std::string count = formatCount(plan.trainImages);
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    if (kind && kind->isTable())
        return translatedPlural("{count} row", "{count} rows", plan.trainImages, {{"count", count}});
    if (taskOf(experiment) != Task::NextCharacter)
        return translatedPlural("{count} image", "{count} images", plan.trainImages, {{"count", count}});
    return translatedPlural("{count} sequence of {length} characters",
                            "{count} sequences of {length} characters", plan.trainImages,
                            {{"count", count}, {"length", formatCount(experiment.sequenceLength)}});
}

} // namespace

std::string trainingText(const Experiment& experiment, const RunPlan& plan)
{
    return translatedPlural(
        "Training {network} ({parameters} parameters) on {device} ({deviceName}), {threads} "
        "thread: {samples} of {dataSet}, batches of {batchSize}, {length}.",
        "Training {network} ({parameters} parameters) on {device} ({deviceName}), {threads} "
        "threads: {samples} of {dataSet}, batches of {batchSize}, {length}.",
        plan.threads,
        {{"network", experiment.network},
         {"parameters", formatCount(plan.parameters)},
         {"device", experiment.device},
         {"deviceName", plan.deviceName},
         {"threads", std::to_string(plan.threads)},
         {"samples", samplesText(experiment, plan)},
         {"dataSet", experiment.dataset},
         {"batchSize", formatCount(experiment.batchSize)},
         {"length", lengthText(experiment, plan)}});
}

std::string validationPlanText(const Experiment& experiment, const RunPlan& plan)
{
    return translated(taskOf(experiment) == Task::NextCharacter
                          ? translatable("For validation, the last {count} of the {all} training sequences "
                                         "are set aside.")
                          : translatable("For validation, {count} of the {all} training samples are set "
                                         "aside, selected by the seed."),
                      {{"count", formatCount(plan.validationImages)},
                       {"all", formatCount(plan.trainImages + plan.validationImages)}});
}

std::string interOpThreadsText(int count)
{
    return translatedPlural("TorchScript has {count} inter-op thread, as an earlier training in this "
                            "process has set: their number cannot be changed.",
                            "TorchScript has {count} inter-op threads, as an earlier training in "
                            "this process has set: their number cannot be changed.",
                            count, {{"count", std::to_string(count)}});
}

std::string loadedWeightsText(int64_t count, const std::string& file)
{
    return translatedPlural("{count} weight tensor was loaded from {file}.",
                            "{count} weight tensors were loaded from {file}.", count,
                            {{"count", formatCount(count)}, {"file", file}});
}

std::string randomWeightsText(const std::vector<std::string>& names)
{
    return translated("These weights stay random, because the file has none with their name and "
                      "shape: {names}.",
                      {{"names", fmt::format("{}", fmt::join(names, ", "))}});
}

std::optional<std::string> lateProfilerText(const Experiment& experiment, const RunPlan& plan,
                                            int64_t firstStep)
{
    const int64_t firstActive = experiment.profileWait + experiment.profileWarmup;
    const bool isCounted = experiment.seconds <= 0;
    if (!isCounted || plan.totalSteps == 0 || plan.totalSteps > firstActive)
        return std::nullopt;
    const auto step = std::to_string(firstStep + firstActive);
    if (firstStep > 0)
        return translated("The profiler's first active step would be step {step} (steps are counted from 0), "
                          "but the resumed training ends with step {last}: operator figures cover all steps "
                          "from step {first}.",
                          {{"step", step},
                           {"last", std::to_string(firstStep + plan.totalSteps - 1)},
                           {"first", std::to_string(firstStep)}});
    return translatedPlural(
        "The profiler's first active step would be step {step} (steps are counted from 0), but "
        "the run has only {count} step: operator figures cover all steps.",
        "The profiler's first active step would be step {step} (steps are counted from 0), but "
        "the run has only {count} steps: operator figures cover all steps.",
        plan.totalSteps, {{"step", step}, {"count", formatCount(plan.totalSteps)}});
}

std::string recorderTrialText(int64_t first, int64_t last)
{
    return translated("Steps {first} to {last} are trained alternately with and without the operator "
                      "recorder, to measure its cost.",
                      {{"first", formatCount(first)}, {"last", formatCount(last)}});
}

std::string loaderTimesText(const LoaderTimes& times, int workers, int64_t stepsNs)
{
    const auto steps = double(times.batches);
    const auto share = double(times.waitedNs) / double(std::max<int64_t>(stepsNs, 1));
    return translatedPlural(
        "Data loader: on average, its {count} worker needed {prepared} for a batch, and a step "
        "waited {waited} for its batch, {share} of its time.",
        "Data loader: on average, its {count} workers needed {prepared} in total for a batch, and "
        "a step waited {waited} for its batch, {share} of its time.",
        workers,
        {{"count", formatCount(workers)},
         {"prepared", formatNs(double(times.preparedNs) / steps)},
         {"waited", formatNs(double(times.waitedNs) / steps)},
         {"share", formatShareAboveZero(share)}});
}

std::string skippedStepsText(int64_t skipped, int64_t steps, double scale)
{
    return translatedPlural("Loss scaling for float16: {skipped} of {count} step was skipped because its "
                            "gradients were not finite; the scale is now {scale}.",
                            "Loss scaling for float16: {skipped} of {count} steps were skipped because "
                            "their gradients were not finite; the scale is now {scale}.",
                            steps,
                            {{"skipped", formatCount(skipped)},
                             {"count", formatCount(steps)},
                             {"scale", fmt::format("{}", scale)}});
}

std::string logitsText(const Experiment& experiment)
{
    return translated("The loss nll needs log probabilities, but the model {file} gives other values, "
                      "so the losses mean little and may be negative; choose the loss cross-entropy "
                      "for a model that gives values before the softmax.",
                      {{"file", experiment.model}});
}

std::string divergedText(int64_t step)
{
    return translated(
        "The loss of step {step} is not a finite number, and training rarely recovers from that: "
        "lower the learning rate, or use gradient clipping.",
        {{"step", formatCount(step)}});
}

} // namespace stepscope
