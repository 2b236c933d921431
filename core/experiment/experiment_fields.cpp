#include "core/experiment/experiment_fields.h"

#include "core/base/error.h"
#include "core/base/text/ascii.h"
#include "core/base/text/format.h"
#include "core/base/text/name_list.h"
#include "core/base/text/parse_text.h"
#include "core/base/text/visible_text.h"
#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/augmentation.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/field_error.h"
#include "core/experiment/nearest_name.h"
#include "core/experiment/network_plan.h"
#include "core/experiment/synthetic_shape.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>

namespace stepscope {

namespace {

/// The activations of 1,000 images of CIFAR-10 in a ResNet-50 take 4 GB.
constexpr int64_t testBatchOfLargeNetworks = 100;

template<typename... Functions>
struct Overloaded : Functions...
{
    using Functions::operator()...;
};
template<typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>; // Clang 16 needs this guide

bool isWhole(const ExperimentField& field)
{
    return std::holds_alternative<int64_t Experiment::*>(field.member);
}

bool isDeviceName(std::string_view text)
{
    if (text == "cpu")
        return true;
    constexpr std::string_view prefix = "cuda:";
    if (!text.starts_with(prefix))
        return false;
    const auto number = text.substr(prefix.size());
    return !number.empty() && number.size() <= 3 && std::ranges::all_of(number, isDigit);
}

bool isAllowedText(const ExperimentField& field, std::string_view text)
{
    if (field.key == "device")
        return isDeviceName(text);
    if (field.key == "synthetic_shape")
        return parseSyntheticShape(text).has_value();
    return field.choices.empty() || std::ranges::find(field.choices, text) != field.choices.end();
}

bool isInRange(const ExperimentField& field, double value)
{
    return std::isfinite(value) && value <= field.maximum &&
           (field.aboveMinimum ? value > field.minimum : value >= field.minimum);
}

/// The text after "must be".
std::string demandText(const ExperimentField& field)
{
    const auto allowed = allowedText(field);
    return field.choices.empty() ? allowed : translated("one of {choices}", {{"choices", allowed}});
}

[[noreturn]] void refuse(const ExperimentField& field, std::string_view text, std::string_view calledAs)
{
    const bool isText = std::holds_alternative<std::string Experiment::*>(field.member);
    const auto problem = isText         ? translatable("{field} is \"{value}\", but must be {expected}.")
                         : text.empty() ? translatable("{field} is empty, but must be {expected}.")
                                        : translatable("{field} is {value}, but must be {expected}.");
    auto sentence = translated(problem, {{"field", std::string(calledAs.empty() ? field.key : calledAs)},
                                         {"value", shortLine(text, longestShownName)},
                                         {"expected", demandText(field)}});
    if (const auto meant = nearestName(text, field.choices); !meant.empty())
        sentence += " " + translated("Did you mean {name}?", {{"name", std::string(meant)}});
    else if (field.key == "network")
        sentence +=
            " " + translated("Layers such as \"flatten, linear 10\" or a TorchScript model's file that "
                             "ends in .pt are also possible.");
    throw FieldError(field.key, sentence);
}

/// Calls a check, whose errors concern this field.
template<typename Check>
void checkField(std::string_view key, Check check)
{
    try {
        check();
    } catch (const FieldError&) {
        throw;
    } catch (const Error& error) {
        throw FieldError(key, error.what(), error.detail());
    }
}

/// Formats numbers for a sentence: whole ones with separators.
std::string limitText(const ExperimentField& field, double limit)
{
    return isWhole(field) || (std::floor(limit) == limit && std::abs(limit) >= 1000)
               ? formatCount(static_cast<int64_t>(limit))
               : fmt::format("{}", limit);
}

/// The optimizer or the schedule with its settings. The form of an optimizer's update is a choice of its own.
void copyChoice(Experiment& to, const Experiment& from, std::string_view prefix)
{
    for (const auto& field : experimentFields()) {
        if (field.key.starts_with(prefix) && field.key != "optimizer.form")
            std::visit([&](auto member) { to.*member = from.*member; }, field.member);
    }
}

void copyReference(Experiment& experiment, std::string_view network)
{
    const Experiment reference = referenceExperiment(network);
    experiment.network = reference.network;
    copyChoice(experiment, reference, "optimizer.");
    copyChoice(experiment, reference, "schedule.");
    const NetworkKind& kind = *findNetworkKind(network);
    if (!isOfForm(experiment.dataset, kind)) {
        experiment.dataset = reference.dataset;
        experiment.dataDirectory.clear();
    }
    if (kind.isLarge)
        experiment.testBatchSize = std::min(experiment.testBatchSize, reference.testBatchSize);
}

void setNumbers(Experiment& experiment, std::span<const FieldValue> values)
{
    for (const auto& [key, value] : values) {
        if (key.empty())
            continue;
        std::visit(Overloaded{
                       [&](int64_t Experiment::*member) { experiment.*member = int64_t(value); },
                       [&](double Experiment::*member) { experiment.*member = value; },
                       [](auto) { assert(false); },
                   },
                   findExperimentField(key)->member);
    }
}

void checkMlpSize(const Experiment& experiment, const DataSetDescription& dataSet)
{
    if (experiment.network != mlpName)
        return;
    constexpr double largest = 2e9;
    const double weights = mlpWeights(experiment, dataSet);
    if (weights > largest)
        throw FieldError(
            "width", translated("{layers} hidden layers of width {width} have {weights} weights, but at most "
                                "{largest} are allowed.",
                                {{"layers", formatCount(experiment.hiddenLayers)},
                                 {"width", formatCount(experiment.width)},
                                 {"weights", formatCount(int64_t(weights))},
                                 {"largest", formatCount(int64_t(largest))}}));
}

} // namespace

double mlpWeights(const Experiment& experiment, const DataSetDescription& dataSet)
{
    const auto width = double(experiment.width);
    const auto ends = double(dataSet.shape.pixels() + dataSet.classes());
    return width * (ends + double(experiment.hiddenLayers - 1) * width);
}

bool isPath(const ExperimentField& field)
{
    return field.key == "data_directory" || field.key == "initial_weights" || field.key == "model";
}

bool isModelFile(std::string_view text)
{
    const std::string lower = lowerCase(text);
    return std::ranges::any_of(splitText(torchScriptPatterns, ' '), [&lower](std::string_view pattern) {
        return lower.ends_with(pattern.substr(1)); // without the asterisk
    });
}

std::string withAbsolutePath(const ExperimentField& field, const std::string& text)
{
    if (text.empty() || !(isPath(field) || (field.key == "network" && isModelFile(text))))
        return text;
    std::error_code unknown; // the current folder
    auto path = std::filesystem::absolute(text, unknown).lexically_normal();
    if (unknown)
        return text;
    if (!path.has_filename() && path.has_relative_path()) // "photos/"
        path = path.parent_path();
    return path.string();
}

Experiment withAbsolutePaths(Experiment experiment)
{
    for (const auto& field : experimentFields()) {
        if (isPath(field)) {
            std::string& path = experiment.*std::get<std::string Experiment::*>(field.member);
            path = withAbsolutePath(field, path);
        }
    }
    return experiment;
}

const ExperimentField* findExperimentField(std::string_view key)
{
    const auto fields = experimentFields();
    const auto found = std::ranges::find(fields, key, &ExperimentField::key);
    return found == fields.end() ? nullptr : &*found;
}

static std::string withDashes(std::string_view name)
{
    std::string text(name);
    std::ranges::replace(text, '_', '-');
    return text;
}

std::string_view optionName(const ExperimentField& field)
{
    return field.flag.substr(2);
}

const ExperimentField* findNamedField(std::string_view name)
{
    const std::string wanted = withDashes(name);
    const auto fields = experimentFields();
    auto found = std::ranges::find_if(
        fields, [&](const ExperimentField& field) { return withDashes(field.key) == wanted; });
    if (found == fields.end())
        found = std::ranges::find_if(
            fields, [&](const ExperimentField& field) { return optionName(field) == wanted; });
    return found == fields.end() ? nullptr : &*found;
}

std::string unknownFieldText(std::string_view name)
{
    std::vector<std::string_view> known;
    for (const ExperimentField& field : experimentFields())
        known.push_back(optionName(field));
    const std::string nearest(nearestName(withDashes(name), known));
    return translated(nearest.empty() ? translatable("There is no setting {name}.")
                                      : translatable("There is no setting {name}; did you mean {nearest}?"),
                      {{"name", shortLine(name, longestShownName)}, {"nearest", nearest}});
}

/// "step multiplies it by gamma …; cosine lowers it …".
static std::string scheduleSummaries()
{
    std::string all;
    for (const ScheduleKind& kind : scheduleKinds())
        all += (all.empty() ? "" : "; ") + translated(kind.summary, {{"schedule", std::string(kind.name)}});
    return all;
}

std::string helpText(const ExperimentField& field)
{
    if (field.key == "schedule.name")
        return translated(field.help, {{"schedules", scheduleSummaries()}});
    std::string help = translated(field.help);
    std::vector<std::string_view> users;
    for (const OptimizerKind& kind : optimizerKinds()) {
        if (isFieldOf(kind, field.key))
            users.push_back(kind.name);
    }
    if (users.empty() || users.size() == optimizerKinds().size())
        return help;
    return help + " " + translated("Used by {optimizers}.", {{"optimizers", listOfNames(users)}});
}

bool allowsAnyText(const ExperimentField& field)
{
    return std::holds_alternative<std::string Experiment::*>(field.member) && isAllowedText(field, {});
}

std::string allowedText(const ExperimentField& field)
{
    const auto range = [&] {
        return translated(
            field.aboveMinimum ? translatable("above {minimum}, up to {maximum}")
                               : translatable("{minimum} to {maximum}"),
            {{"minimum", limitText(field, field.minimum)}, {"maximum", limitText(field, field.maximum)}});
    };
    return std::visit(Overloaded{
                          [&](std::string Experiment::*) -> std::string {
                              if (field.key == "device")
                                  return translated("cpu or cuda:N");
                              if (field.key == "synthetic_shape")
                                  return allowedSyntheticShapes();
                              return allowsAnyText(field) ? translated("any text")
                                                          : fmt::format("{}", fmt::join(field.choices, ", "));
                          },
                          [&](int64_t Experiment::*) { return range(); },
                          [&](double Experiment::*) { return range(); },
                          [](bool Experiment::*) { return translated("true or false"); },
                      },
                      field.member);
}

void setField(Experiment& experiment, const ExperimentField& field, std::string_view text,
              std::string_view calledAs)
{
    std::visit(Overloaded{
                   [&](std::string Experiment::*member) {
                       if (!isAllowedText(field, text))
                           refuse(field, text, calledAs);
                       experiment.*member = text;
                   },
                   [&](bool Experiment::*member) {
                       const bool isOn = text == "true" || text == "on";
                       if (!isOn && text != "false" && text != "off")
                           refuse(field, text, calledAs);
                       experiment.*member = isOn;
                   },
                   [&]<typename Number>(Number Experiment::*member) {
                       const auto value = parseNumber<Number>(text);
                       if (!value || !isInRange(field, double(*value)))
                           refuse(field, text, calledAs);
                       experiment.*member = *value;
                   },
               },
               field.member);
}

Experiment unknownExperiment()
{
    Experiment experiment;
    for (const auto& field : experimentFields())
        std::visit(Overloaded{
                       [&](std::string Experiment::*member) { (experiment.*member).clear(); },
                       [&](int64_t Experiment::*member) { experiment.*member = int64_t(field.minimum) - 1; },
                       [&](double Experiment::*member) { experiment.*member = std::nan(""); },
                       [](bool Experiment::*) {},
                   },
                   field.member);
    return experiment;
}

bool isWhollyKnown(const Experiment& experiment)
{
    return !experiment.dataset.empty() && !experiment.optimizer.empty();
}

bool isKnown(const Experiment& experiment, const ExperimentField& field)
{
    if (isWhollyKnown(experiment))
        return true;
    return std::visit(
        Overloaded{
            [&](std::string Experiment::*member) { return !(experiment.*member).empty(); },
            [&](int64_t Experiment::*member) { return isInRange(field, double(experiment.*member)); },
            [&](double Experiment::*member) { return isInRange(field, experiment.*member); },
            [](bool Experiment::*) { return false; },
        },
        field.member);
}

bool isKnown(const Experiment& experiment, std::string_view key)
{
    const ExperimentField* field = findExperimentField(key);
    return field && isKnown(experiment, *field);
}

/// Whether the text in place of a network's name is a description of layers: no name has a blank or a comma.
static bool areLayers(std::string_view text)
{
    return !isModelFile(text) && text.find_first_of(" ,") != std::string_view::npos;
}

/// "--network" or, if the user has given no option, "network".
static std::string calledName(const FieldText& given)
{
    return std::string(given.calledAs.empty() ? given.field->key : given.calledAs);
}

/// Throws FieldError if the layers are given twice: in place of the network's name, and by themselves.
static void refuseSecondLayers(const FieldText& network, std::span<const FieldText> texts)
{
    const auto layers =
        std::ranges::find_if(texts, [](const FieldText& given) { return given.field->key == "layers"; });
    if (areLayers(network.text) && layers != texts.end())
        throw FieldError("layers",
                         translated("{network} and {layers} both describe layers; give only one of "
                                    "the two.",
                                    {{"network", calledName(network)}, {"layers", calledName(*layers)}}));
}

void setFields(Experiment& experiment, std::span<const FieldText> texts)
{
    const auto isNetwork = [](const FieldText& given) { return given.field->key == "network"; };
    const auto isOptimizer = [](const FieldText& given) { return given.field->key == "optimizer.name"; };
    for (const auto& given : texts) {
        if (!isNetwork(given))
            continue;
        refuseSecondLayers(given, texts);
        const std::string name = isModelFile(given.text) ? std::string(torchScriptName)
                                 : areLayers(given.text) ? std::string(ownLayersName)
                                                         : given.text;
        setField(experiment, *given.field, name, given.calledAs);
        copyReference(experiment, name);
        if (isModelFile(given.text))
            experiment.model = given.text;
        else if (areLayers(given.text))
            experiment.layers = given.text;
    }
    const bool hasLayers =
        std::ranges::any_of(texts, [](const FieldText& given) { return given.field->key == "layers"; });
    if (hasLayers && std::ranges::none_of(texts, isNetwork) && experiment.network != ownLayersName)
        copyReference(experiment, ownLayersName);
    for (const auto& given : texts) {
        if (isOptimizer(given)) {
            setField(experiment, *given.field, given.text, given.calledAs);
            setOptimizerDefaults(experiment, given.text);
        }
    }
    for (const auto& given : texts) {
        if (!isNetwork(given) && !isOptimizer(given))
            setField(experiment, *given.field, given.text, given.calledAs);
    }
}

std::string fieldText(const Experiment& experiment, const ExperimentField& field)
{
    return std::visit([&](auto member) { return fmt::format("{}", experiment.*member); }, field.member);
}

std::string comparableText(const Experiment& experiment, const ExperimentField& field)
{
    const auto text = fieldText(experiment, field);
    if (field.key == "augmentation")
        return usualAugmentation(text);
    return field.key == "layers" ? usualLayers(text) : text;
}

bool meanTheSame(const Experiment& a, const Experiment& b)
{
    return std::ranges::all_of(experimentFields(), [&](const ExperimentField& field) {
        return comparableText(a, field) == comparableText(b, field);
    });
}

/// A field that the form does not show for such data, so it must not be set.
static void refuseAugmentation(const Experiment& experiment)
{
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    if (kind && !kind->hasImages() && hasAugmentation(experiment.augmentation))
        throw FieldError(
            "augmentation",
            translated("The augmentation {augmentation} changes images, but the data set {dataset} has "
                       "none.",
                       {{"augmentation", experiment.augmentation}, {"dataset", experiment.dataset}}));
}

/// Of a switch that concerns the copies of batches to a GPU.
static std::string copyContradiction(const Experiment& experiment, std::string_view key, FieldNaming naming)
{
    const auto nameOf = [naming](std::string_view of) {
        const ExperimentField& field = *findExperimentField(of);
        return naming == FieldNaming::Key      ? std::string(field.key)
               : naming == FieldNaming::Option ? std::string(field.flag)
                                               : fmt::format("“{}”", translated(field.label));
    };
    const auto sentence = [&](Translatable text) {
        return translated(text, {{"field", nameOf(key)},
                                 {"device", experiment.device},
                                 {"copies", nameOf("copy_batches")},
                                 {"pinned", nameOf("pinned_memory")}});
    };
    if (!experiment.device.starts_with("cuda"))
        return sentence(translatable("{field} is for copies to a GPU, but the device is {device}."));
    if (!copiesBatches(experiment))
        return sentence(translatable("{field} is for copies of batches, but all training samples are on the "
                                     "GPU from the start: set {copies}, or use loader workers."));
    if (key == "async_copies" && !experiment.pinnedMemory)
        return sentence(translatable("{field} needs batches in pinned memory: set {pinned}, too."));
    return {};
}

std::string contradiction(const Experiment& experiment, std::string_view key, std::string_view value,
                          FieldNaming naming)
{
    const bool isOnGpu = experiment.device.starts_with("cuda");
    if (key == "precision" && value == "float16" && !isOnGpu)
        return translated("The precision float16 needs a GPU, but the device is {device}: on the CPU, mixed "
                          "precision is possible with bfloat16 only.",
                          {{"device", experiment.device}});
    if (value == "true" && (key == "pinned_memory" || key == "async_copies"))
        return copyContradiction(experiment, key, naming);
    return {};
}

void validate(const Experiment& experiment, FieldNaming naming)
{
    for (const auto& field : experimentFields()) {
        Experiment scratch;
        setField(scratch, field, fieldText(experiment, field));
    }
    for (const auto& field : experimentFields())
        if (const auto sentence = contradiction(experiment, field.key, fieldText(experiment, field), naming);
            !sentence.empty())
            throw FieldError(field.key, sentence);
    if (experiment.accumulation > experiment.batchSize)
        throw FieldError(
            "accumulation",
            translated("The accumulation is {parts}, but the batch size is {size}: each part of a batch has "
                       "at least one sample.",
                       {{"parts", formatCount(experiment.accumulation)},
                        {"size", formatCount(experiment.batchSize)}}));
    checkField("augmentation", [&] { parseAugmentation(experiment.augmentation); });
    refuseAugmentation(experiment);
    if (isTraced(experiment) && experiment.precision != "float32")
        throw FieldError("execution",
                         translated("The execution torchscript needs the precision float32, not {precision}.",
                                    {{"precision", experiment.precision}}));
    if (const auto dataSet = fixedDescription(experiment))
        checkNetwork(experiment, *dataSet);
}

void checkNetwork(const Experiment& experiment, const DataSetDescription& dataSet)
{
    checkField("network", [&] { checkShapes(dataSet, *findNetworkKind(experiment.network)); });
    checkLayers(experiment, dataSet);
    checkMlpSize(experiment, dataSet);
    if (dataSet.isText && usesField(experiment, "loss") && experiment.loss != "cross-entropy" &&
        !returnsLoss(experiment))
        throw FieldError(
            "loss",
            translated("The loss is {loss}, but for a text, only cross-entropy and model are possible.",
                       {{"loss", experiment.loss}}));
    refuseAugmentation(experiment);
    if (usesField(experiment, "augmentation"))
        checkField("augmentation",
                   [&] { checkAugmentation(parseAugmentation(experiment.augmentation), dataSet.shape); });
}

void checkLayers(const Experiment& experiment, const DataSetDescription& dataSet)
{
    if (!usesField(experiment, "layers"))
        return;
    planNetwork(experiment.layers, dataSet.shape, dataSet.classes());
}

int64_t validationSamples(const Experiment& experiment, int64_t trainSamples)
{
    return std::llround(experiment.validationShare * double(trainSamples));
}

[[noreturn]] static void refuseBatch(const Experiment& experiment, std::string_view key,
                                     Translatable sentence, int64_t allSamples, int64_t samples)
{
    throw FieldError(key, translated(sentence, {{"size", formatCount(experiment.batchSize)},
                                                {"dataset", experiment.dataset},
                                                {"share", fmt::format("{}", experiment.validationShare)},
                                                {"all", formatCount(allSamples)},
                                                {"samples", formatCount(samples)}}));
}

void checkBatchSize(const Experiment& experiment, int64_t trainSamples)
{
    const int64_t aside = validationSamples(experiment, trainSamples);
    const int64_t left = trainSamples - aside;
    if (experiment.validationShare > 0 && (aside == 0 || left == 0))
        refuseBatch(
            experiment, "validation_share",
            aside == 0 ? translatable("The validation share is {share}, which sets aside none of the {all} "
                                      "training samples of the data set {dataset}; choose a larger share, or "
                                      "0 for no validation.")
                       : translatable("The validation share is {share}, which leaves none of the {all} "
                                      "training samples of the data set {dataset}; choose a smaller share."),
            trainSamples, left);
    if (experiment.batchSize > left)
        refuseBatch(experiment, "batch_size",
                    aside == 0
                        ? translatable("The batch size is {size}, but the data set {dataset} has only "
                                       "{samples} training samples; allowed: 1 to {samples}.")
                        : translatable("The batch size is {size}, but the validation share {share} leaves "
                                       "only {samples} of the {all} training samples of the data set "
                                       "{dataset}; allowed: 1 to {samples}."),
                    trainSamples, left);
}

Experiment referenceExperiment(std::string_view network)
{
    Experiment experiment;
    setField(experiment, *findExperimentField("network"), network);
    const NetworkKind& kind = *findNetworkKind(network);
    if (kind.task == Task::NextCharacter)
        experiment.dataset = tinyShakespeareName;
    setOptimizerDefaults(experiment, kind.optimizer);
    experiment.schedule = kind.schedule;
    setNumbers(experiment, kind.settings);
    if (kind.isLarge)
        experiment.testBatchSize = testBatchOfLargeNetworks;
    return experiment;
}

void setOptimizerDefaults(Experiment& experiment, std::string_view optimizer)
{
    Experiment defaults;
    setField(defaults, *findExperimentField("optimizer.name"), optimizer);
    setNumbers(defaults, findOptimizerKind(optimizer)->fields);
    copyChoice(experiment, defaults, "optimizer.");
}

} // namespace stepscope
