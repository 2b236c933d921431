#include "core/sweep/sweep.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/files/subfolder.h"
#include "core/base/text/format.h"
#include "core/base/text/json_value.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>
#include <utility>

namespace stepscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto definitionKeys =
    std::to_array<std::string_view>({"base", "axes", "paired", "repeats", "budget", "amount"});
constexpr auto axisKeys = std::to_array<std::string_view>({"field", "values"});
constexpr std::array<const char*, 5> budgetNames = {"as_base", "epochs", "steps", "images", "seconds"};

/// How sentences name the axis: as --axis does.
std::string axisName(const SweepAxis& axis)
{
    const auto* const field = findExperimentField(axis.field);
    return field ? std::string(optionName(*field)) : axis.field;
}

const ExperimentField& fieldOf(const SweepAxis& axis)
{
    const auto* field = findExperimentField(axis.field);
    if (!field)
        throw Error(
            translated("The sweep's axis {axis} is not a field of an experiment.", {{"axis", axis.field}}));
    if (axis.values.empty())
        throw Error(translated("The sweep's axis {axis} has no values.", {{"axis", axisName(axis)}}));
    return *field;
}

int64_t combinationsOf(const Sweep& sweep)
{
    if (sweep.paired) {
        const auto count = sweep.axes.empty() ? 1 : sweep.axes.front().values.size();
        for (const auto& axis : sweep.axes) {
            if (axis.values.size() != count)
                throw Error(translated("Paired axes need the same number of values: {axis} has {count}, "
                                       "{otherAxis} has {otherCount}.",
                                       {{"axis", axisName(sweep.axes.front())},
                                        {"count", std::to_string(count)},
                                        {"otherAxis", axisName(axis)},
                                        {"otherCount", std::to_string(axis.values.size())}}));
        }
        return int64_t(count);
    }
    int64_t count = 1;
    for (const auto& axis : sweep.axes) {
        count *= int64_t(axis.values.size());
        if (count > mostSweepPoints)
            break;
    }
    return count;
}

/// Index of the axis' value in a combination; the last axis changes fastest.
size_t valueIndex(const Sweep& sweep, int64_t combination, size_t axis)
{
    if (sweep.paired)
        return size_t(combination);
    for (size_t i = sweep.axes.size(); --i > axis;)
        combination /= int64_t(sweep.axes[i].values.size());
    return size_t(combination % int64_t(sweep.axes[axis].values.size()));
}

void applyBudget(const Sweep& sweep, Experiment& experiment)
{
    if (sweep.budget == SweepBudget::AsBase)
        return;
    experiment.steps = 0;
    experiment.seconds = 0;
    switch (sweep.budget) {
    case SweepBudget::AsBase:
        break;
    case SweepBudget::Epochs:
        experiment.epochs = sweep.amount;
        break;
    case SweepBudget::Steps:
        experiment.steps = sweep.amount;
        break;
    case SweepBudget::Images:
        experiment.steps =
            std::max<int64_t>(1, (sweep.amount + experiment.batchSize - 1) / experiment.batchSize);
        break;
    case SweepBudget::Seconds:
        experiment.seconds = double(sweep.amount);
        break;
    }
}

SweepPoint pointOf(const Sweep& sweep, int64_t combination, int64_t repeat)
{
    SweepPoint point{.experiment = sweep.base, .label = {}, .combination = combination, .repeat = repeat};
    std::vector<FieldText> texts;
    std::vector<std::string> changes;
    for (size_t axis = 0; axis < sweep.axes.size(); ++axis) {
        const auto& value = sweep.axes[axis].values[valueIndex(sweep, combination, axis)];
        const ExperimentField& field = fieldOf(sweep.axes[axis]);
        texts.push_back({.field = &field, .text = value, .calledAs = optionName(field)});
        changes.push_back(fmt::format("{} {}", sweep.axes[axis].field, value));
    }
    setFields(point.experiment, texts);
    applyBudget(sweep, point.experiment);
    point.experiment.seed += repeat;
    if (sweep.repeats > 1)
        changes.push_back(fmt::format("seed {}", point.experiment.seed));
    point.label = changes.empty() ? point.experiment.network : fmt::format("{}", fmt::join(changes, ", "));
    validate(point.experiment);
    if (const auto dataSet = knownDataSet(point.experiment))
        checkNetwork(point.experiment, *dataSet);
    return point;
}

/// Whether the axis has more than one value. Otherwise it is such as an option that other axes would
/// override.
bool changesValues(const SweepAxis& axis)
{
    return std::ranges::adjacent_find(axis.values, std::ranges::not_equal_to()) != axis.values.end();
}

/// Why an axis of lengths makes no difference, as a sentence; empty if it does.
std::string whyUseless(const Sweep& sweep, const SweepAxis& axis, std::span<const SweepPoint> points)
{
    const auto areAll = [points](const auto& condition) {
        return std::ranges::all_of(points,
                                   [&](const SweepPoint& point) { return condition(point.experiment); });
    };
    const bool isLength = axis.field == "epochs" || axis.field == "steps" || axis.field == "seconds";
    if (isLength && changesValues(axis) && sweep.budget != SweepBudget::AsBase)
        return translated(
            "The sweep's axis {axis} has no effect, because the sweep itself sets how long each run trains.",
            {{"axis", axisName(axis)}});
    const auto isLimited = [](const Experiment& experiment) {
        return experiment.steps > 0 || experiment.seconds > 0;
    };
    if (axis.field == "epochs" && changesValues(axis) && areAll(isLimited))
        return translated("The sweep's axis epochs has no effect, because each run ends after a number of "
                          "steps or a time.");
    return {};
}

/// Throws Error for an axis whose values make no difference.
void refuseUselessAxes(const Sweep& sweep, std::span<const SweepPoint> points)
{
    for (const SweepAxis& axis : sweep.axes) {
        if (const auto sentence = whyUseless(sweep, axis, points); !sentence.empty())
            throw Error(sentence);
        const auto isUsed = [&](const SweepPoint& point) { return usesField(point.experiment, axis.field); };
        if (std::ranges::none_of(points, isUsed))
            throw UnusedAxisError(translated("The sweep's axis {axis} has no effect: {reason}.",
                                             {{"axis", axisName(axis)}, {"reason", whyUnused(axis.field)}}),
                                  axis.field);
    }
}

/// Throws Error for a field that has two axes: the points of one would be those of the other.
void refuseSecondAxes(const Sweep& sweep)
{
    for (auto axis = sweep.axes.begin(); axis != sweep.axes.end(); ++axis) {
        if (std::find_if(sweep.axes.begin(), axis,
                         [&](const SweepAxis& other) { return other.field == axis->field; }) != axis)
            throw Error(translated("The sweep names the field {axis} twice; name all its values once.",
                                   {{"axis", axisName(*axis)}}));
    }
}

/// Throws Error for repeats of different seeds: the second run of the seed 1 would be that of the seed 2.
void refuseRepeatedSeeds(const Sweep& sweep)
{
    const auto seeds = std::ranges::find(sweep.axes, "seed", &SweepAxis::field);
    if (sweep.repeats > 1 && seeds != sweep.axes.end() && changesValues(*seeds))
        throw Error(translated("The sweep has an axis of seeds and repeats, which have seeds of their own; "
                               "use only one of the two."));
}

/// Throws Error for two combinations that mean the same, such as the batch sizes 16 and 016.
void refuseEqualPoints(std::span<const SweepPoint> points)
{
    std::map<std::string, std::string> labels; // of the settings
    for (const SweepPoint& point : points) {
        if (point.repeat > 0)
            break;
        std::string settings;
        for (const ExperimentField& field : experimentFields())
            settings += comparableText(point.experiment, field) + '\n';
        const auto [other, isNew] = labels.try_emplace(std::move(settings), point.label);
        if (!isNew)
            throw Error(translated("The sweep has the same settings twice: {settings} and {others}.",
                                   {{"settings", other->second}, {"others", point.label}}));
    }
}

/// Null if there is no such member.
const Json* memberOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

/// Throws Error for a member that is not one of these.
void refuseOtherKeys(const Json& object, std::span<const std::string_view> keys, const std::string& source)
{
    for (const auto& member : object.items()) {
        if (std::ranges::find(keys, member.key()) == keys.end())
            throw Error(unknownKeyText(source, member.key(), keys));
    }
}

/// Keeps the value if there is no such member.
void readWhole(const Json& json, const char* key, int64_t& value, const std::string& source)
{
    const auto* member = memberOf(json, key);
    if (!member)
        return;
    if (!isWhole<int64_t>(*member))
        refuseJsonValue(source, key, *member, translated("a whole number"));
    value = member->get<int64_t>();
}

std::vector<SweepAxis> axesFromJson(const Json& json, const std::string& source)
{
    if (!json.is_array())
        refuseJsonValue(source, "axes", json, translated("a list of axes in brackets"));
    std::vector<SweepAxis> axes;
    for (const Json& axis : json) {
        const auto name = fmt::format("axes[{}]", axes.size());
        const auto* field = axis.is_object() ? memberOf(axis, "field") : nullptr;
        const auto* values = axis.is_object() ? memberOf(axis, "values") : nullptr;
        if (!field || !values)
            refuseJsonValue(
                source, name, axis,
                translated("an axis, as in {\"field\": \"threads\", \"values\": [\"1\", \"2\"]}"));
        refuseOtherKeys(axis, axisKeys, source);
        if (!field->is_string())
            refuseJsonValue(source, name + ".field", *field, translated("a text in quotes"));
        if (!values->is_array() ||
            !std::all_of(values->begin(), values->end(), [](const Json& each) { return each.is_string(); }))
            refuseJsonValue(source, name + ".values", *values,
                            translated("a list of texts in quotes, as in [\"1\", \"2\"]"));
        axes.push_back({field->get<std::string>(), values->get<std::vector<std::string>>()});
    }
    return axes;
}

} // namespace

std::vector<SweepPoint> sweepPoints(const Sweep& sweep)
{
    for (const auto& axis : sweep.axes)
        fieldOf(axis);
    refuseSecondAxes(sweep);
    refuseRepeatedSeeds(sweep);
    const auto combinations = combinationsOf(sweep);
    if (sweep.repeats < 1)
        throw Error(translated("A sweep runs each point at least once, not {count} times.",
                               {{"count", std::to_string(sweep.repeats)}}));
    if (sweep.budget != SweepBudget::AsBase && sweep.amount < 1)
        throw Error(translated("The budget of a sweep's points is {budget}; allowed: 1 or more.",
                               {{"budget", std::to_string(sweep.amount)}}));
    if (combinations > mostSweepPoints || sweep.repeats > mostSweepPoints ||
        combinations * sweep.repeats > mostSweepPoints)
        throw Error(translatedPlural(
            "The sweep has more than {count} run: one for each combination of its axes' values and each "
            "repeat.",
            "The sweep has more than {count} runs: one for each combination of its axes' values and each "
            "repeat.",
            mostSweepPoints, {{"count", formatCount(mostSweepPoints)}}));
    std::vector<SweepPoint> points;
    for (int64_t repeat = 0; repeat < sweep.repeats; ++repeat) {
        for (int64_t combination = 0; combination < combinations; ++combination)
            points.push_back(pointOf(sweep, combination, repeat));
    }
    refuseUselessAxes(sweep, points);
    refuseEqualPoints(points);
    return points;
}

Sweep withAbsolutePaths(Sweep sweep)
{
    sweep.base = withAbsolutePaths(std::move(sweep.base));
    for (auto& axis : sweep.axes) {
        const auto* field = findExperimentField(axis.field);
        for (auto& value : axis.values)
            value = field ? withAbsolutePath(*field, value) : value;
    }
    return sweep;
}

std::string toJson(const Sweep& sweep)
{
    auto axes = Json::array();
    for (const auto& axis : sweep.axes)
        axes.push_back({{"field", axis.field}, {"values", axis.values}});
    const Json json{{"base", Json::parse(toJson(sweep.base))},
                    {"axes", axes},
                    {"paired", sweep.paired},
                    {"repeats", sweep.repeats},
                    {"budget", budgetNames[size_t(sweep.budget)]},
                    {"amount", sweep.amount}};
    return json.dump(2) + "\n";
}

Sweep sweepFromJson(std::string_view text, std::string_view sourceName)
{
    const std::string source(sourceName);
    const auto json = parsedJson(text, source);
    for (const char* key : {"base", "axes"}) {
        if (!json.contains(key))
            throw Error(translated("{file} is not a saved sweep, because it has no {key}; expected the "
                                   "sweep.json of a sweep's folder.",
                                   {{"file", source}, {"key", key}}));
    }
    refuseOtherKeys(json, definitionKeys, source);
    Sweep sweep;
    sweep.base = experimentFromJson(json["base"].dump(), source);
    sweep.axes = axesFromJson(json["axes"], source);
    if (const auto* value = memberOf(json, "paired")) {
        if (!value->is_boolean())
            refuseJsonValue(source, "paired", *value, translated("true or false"));
        sweep.paired = value->get<bool>();
    }
    readWhole(json, "repeats", sweep.repeats, source);
    readWhole(json, "amount", sweep.amount, source);
    if (const auto* value = memberOf(json, "budget")) {
        const auto found = value->is_string() ? std::ranges::find(budgetNames, value->get<std::string>())
                                              : budgetNames.end();
        if (found == budgetNames.end())
            refuseJsonValue(source, "budget", *value,
                            translated("one of {choices}",
                                       {{"choices", fmt::format("{}", fmt::join(budgetNames, ", "))}}));
        sweep.budget = SweepBudget(found - budgetNames.begin());
    }
    return withAbsolutePaths(std::move(sweep));
}

bool isSavedSweep(const std::string& file)
{
    constexpr uintmax_t largestFile = 1 << 22; // all values of 10,000 runs take less
    try {
        sweepFromJson(readFile(file, largestFile), file);
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::filesystem::path sweepRunPath(const std::filesystem::path& folder, size_t index, const SweepPoint& point)
{
    const auto label = fileNamePart(point.label, 120);
    return folder / sweepRunsName / fmt::format("{:04}_{}{}", index + 1, label, runFileSuffix);
}

std::filesystem::path forwardPassPath(const std::filesystem::path& folder, const std::string& device)
{
    return folder / sweepRunsName / fmt::format("forward-pass_{}{}", fileNamePart(device), runFileSuffix);
}

RunOutcome pointOutcome(const std::filesystem::path& runFile)
{
    try {
        return readRunSummary(runFile).outcome;
    } catch (const Error&) {
        return RunOutcome::NotStarted; // missing or unreadable
    }
}

bool isDone(const std::filesystem::path& runFile)
{
    try {
        const auto summary = readRunSummary(runFile);
        return summary.outcome == RunOutcome::Finished || summary.outcome == RunOutcome::Failed ||
               (summary.outcome == RunOutcome::Crashed && !summary.failure.empty());
    } catch (const Error&) {
        return false;
    }
}

std::optional<Sweep> sweepOfFolder(const std::filesystem::path& folder)
{
    try {
        return sweepFromJson(readFile(folder / sweepFileName), sweepFileName);
    } catch (const Error&) {
        return std::nullopt;
    }
}

void refuseLinkedRuns(const std::filesystem::path& sweepFolder)
{
    refuseLinkedFolder(sweepFolder / sweepRunsName);
}

void prepareSweepFolder(const std::filesystem::path& folder, const Sweep& wanted, bool force)
{
    refuseLinkedRuns(folder);
    const Sweep sweep = withAbsolutePaths(wanted);
    const auto definition = folder / sweepFileName;
    try {
        if (std::filesystem::exists(definition)) {
            // Not by its text: an older file lacks the fields that have been added since.
            if (sweepOfFolder(folder) == sweep)
                return;
            if (!force)
                throw UsageError(translated("The folder {folder} already contains another sweep; choose "
                                            "another folder, or use --force to replace it.",
                                            {{"folder", folder.string()}}));
            std::filesystem::remove_all(folder / sweepRunsName);
        }
        makeSubfolder(folder / sweepRunsName);
        writeFileAtomically(definition, toJson(sweep));
    } catch (const std::filesystem::filesystem_error& error) {
        throw Error(translated("The folder {folder} cannot be used for the sweep: {reason}.",
                               {{"folder", folder.string()}, {"reason", error.code().message()}}));
    }
}

} // namespace stepscope
