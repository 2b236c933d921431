#include "app/sweep_options.h"

#include "app/command.h"
#include "app/options/csv_option.h"
#include "app/options/option_values.h"
#include "core/base/files/atomic_file.h"
#include "core/base/text/visible_text.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/sweep/axis_values.h"
#include "core/sweep/sweep.h"
#include "core/sweep/sweep_event.h"

#include <algorithm>
#include <array>
#include <span>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

constexpr double labMinutes = 5;
constexpr int64_t mostSamples = 1'000'000'000'000; ///< of each run

Experiment experimentOf(const std::string& file)
{
    try {
        return readExperiment(file);
    } catch (const Error&) {
        if (isSavedSweep(file))
            throw UsageError(translated("{file} is a saved sweep, not an experiment: name it with --from.",
                                        {{"file", file}}));
        throw;
    }
}

SweepAxis axisOf(const std::string& text)
{
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(
            translated("--axis is {value}; expected a field and its values, as in --axis threads=1,2.",
                       {{"value", text}}));
    const std::string name = text.substr(0, equals);
    const ExperimentField* const field = findNamedField(name);
    if (!field)
        throw UsageError(unknownFieldText(name));
    SweepAxis axis{.field = std::string(field->key), .values = {}};
    if (const auto list = text.substr(equals + 1); !list.empty()) // the sweep says that it needs values
        axis.values = listedValues(list, "--axis", text, axisSeparator(*field, list));
    return axis;
}

/// Whether a value of the axis changes another field, too: a network brings its reference settings, an
/// optimizer its defaults.
bool changes(const SweepAxis& axis, const Experiment& base, const ExperimentField& field)
{
    return std::ranges::any_of(axis.values, [&](const std::string& value) {
        Experiment changed = base;
        setFields(changed, std::array{FieldText{findExperimentField(axis.field), value, {}}});
        return fieldText(changed, field) != fieldText(base, field);
    });
}

/// Makes an axis with one value of each given flag that another axis would override.
void keepGiven(Sweep& sweep, std::span<const FieldText> given)
{
    const auto axes = sweep.axes;
    for (const FieldText& flag : given) {
        const ExperimentField& field = *flag.field;
        if (std::ranges::find(axes, field.key, &SweepAxis::field) != axes.end())
            continue;
        for (const SweepAxis& axis : axes) {
            if (findExperimentField(axis.field) && changes(axis, sweep.base, field)) {
                const size_t count = sweep.paired ? axis.values.size() : 1;
                sweep.axes.push_back({std::string(field.key), std::vector(count, flag.text)});
                break;
            }
        }
    }
}

void excludeAll(CLI::App& command, CLI::Option* option, std::initializer_list<const char*> others)
{
    for (const char* other : others)
        option->excludes(command.get_option(other));
}

/// Throws UsageError for an estimate that is not of this sweep.
void refuseOtherEstimate(const SweepEvent& event, std::span<const SweepPoint> points, const std::string& file)
{
    const TextValue name{"file", file};
    const TextValue number{"number", std::to_string(event.point + 1)};
    if (event.point >= points.size())
        throw UsageError(translated("{file} has estimates of another sweep: this one has no run {number}.",
                                    {name, number}));
    const auto& measured = event.estimate.settings;
    for (const auto& [key, value] : speedSettings(points[event.point].experiment)) {
        const auto found = measured.find(key);
        if (found == measured.end())
            throw UsageError(translated("{file} does not state the settings with which run {number} was "
                                        "measured; another version of Stepscope may have written it. Write "
                                        "the file again with --plan --json-progress.",
                                        {name, number}));
        if (found->second != value)
            throw UsageError(
                translated("{file} has estimates of another sweep: {setting} of run {number} is \"{other}\" "
                           "there, but \"{value}\" here.",
                           {name,
                            number,
                            {"setting", key},
                            {"other", shortLine(found->second, longestShownName)},
                            {"value", value}}));
    }
}

} // namespace

void SweepOptions::addTo(CLI::App& command)
{
    command
        .add_option("experiment", experimentFile,
                    translated("JSON file with the base experiment; options override its values"))
        ->option_text("FILE");
    const auto add = [&](const char* name, auto& value, const char* text, const std::string& help) {
        return command.add_option(name, value, help)->option_text(text)->group(translated("Sweep"));
    };
    const auto flag = [&](const char* name, bool& value, const std::string& help) {
        return command.add_flag(name, value, help)->group(translated("Sweep"));
    };
    auto* labFlag = flag("--lab-1", lab,
                         translated("The lab: the ConvNet of 2020, batch sizes 1, 16 and 64, on every "
                                    "device, about five minutes in total"));
    auto* fromOption = add("--from", from, "FILE", translated("A saved sweep: the sweep.json of its folder"));
    oneAtATime(add("--batch-sizes", batchSizes, "N,…", translated("Batch sizes, as in 1,16,64")));
    oneAtATime(add("--devices", devices, "ID,…", translated("Devices, as in cpu,cuda:0")));
    oneAtATime(add("--axis", axes, "FIELD=A,B",
                   translated("Any field of an experiment, as in threads=1,2 or, with semicolons between "
                              "descriptions of layers, in 'layers=A;B'; repeat it for several")));
    flag("--paired", paired,
         translated("Pair the axes' values one by one instead of running all combinations"));
    add("--repeats", repeats, "N", translated("Runs per setting, each with its own seed"))
        ->check(CLI::Range(int64_t(1), mostSweepPoints));
    auto* imagesOption =
        add("--images", images, "N",
            translated("Train each run on about this many samples, whatever its batch size"));
    imagesOption->check(CLI::Range(int64_t(1), mostSamples));
    auto* withinOption = add(
        "--within", withinMinutes, "MINUTES",
        translated("Choose the number of samples per run so that all runs finish within this many minutes"));
    withinOption->check(numberRange(0.01, 1e6));
    auto* isolateFlag =
        flag("--isolate", isolate, translated("Train each run in its own process [on for GPUs]"));
    flag("--no-isolate", noIsolate, translated("Train all runs in this process"))->excludes(isolateFlag);
    flag("--plan", plan, translated("Only print what would be run and how long it would take"));
    add("--estimates", estimates, "FILE",
        translated("Output of --plan --json-progress, to start without measuring again"));
    flag("--json-progress", jsonProgress,
         translated("Print progress on stdout, each event as a line of JSON"));
    command
        .add_option("--out", out,
                    translated("Folder for the runs and their comparison; required, except with --plan"))
        ->option_text("DIR")
        ->group(translated("Result"));
    command.add_flag("--force", force, translated("Replace the sweep in the folder"))
        ->group(translated("Result"));
    addCsvRawOption(command, csvRaw);
    experiment.addTo(command);
    for (auto* budget : {imagesOption, withinOption})
        excludeAll(command, budget, {"--epochs", "--steps", "--seconds"});
    imagesOption->excludes(withinOption);
    excludeAll(command, labFlag, {"--batch-sizes", "--axis", "--paired", "--network", "--epochs", "--steps"});
    excludeAll(
        command, fromOption,
        {"--lab-1", "--batch-sizes", "--devices", "--axis", "--paired", "--repeats", "--images", "--within"});
}

Experiment SweepOptions::baseExperiment() const
{
    Experiment base = lab                      ? labSweep({}, {}, 1).base
                      : experimentFile.empty() ? Experiment{}
                                               : experimentOf(experimentFile);
    // The other flags may be possible only with the networks or batch sizes of the sweep, such as a text with
    // a GPT.
    const auto useFirst = [&base](std::string_view key, const std::vector<std::string>& values) {
        if (!values.empty())
            setFields(base, std::array{FieldText{findExperimentField(key), values.front(), {}}});
    };
    for (const std::string_view key : {"layers", "network", "batch_size"}) {
        for (const auto& text : axes) {
            const auto axis = axisOf(text);
            if (axis.field == key)
                useFirst(axis.field, axis.values);
        }
    }
    if (!batchSizes.empty())
        useFirst("batch_size", listedValues(batchSizes, "--batch-sizes"));
    return experiment.limited(base);
}

/// What the lab or a saved sweep would replace. The other options that they exclude are known to CLI11, whose
/// help names them.
void SweepOptions::refuseReplaced() const
{
    const auto refuse = [this](const std::string& given) {
        const TextValues values = {{"option", given}};
        throw UsageError(
            lab ? translated(
                      "{option} cannot be given with --lab-1: the lab has its own network, batch sizes "
                      "and length of the runs, and --devices names its devices.",
                      values)
                : translated("{option} cannot be given with --from: the saved sweep has its own settings.",
                             values));
    };
    if (!lab && from.empty())
        return;
    if (!experimentFile.empty())
        refuse(experimentFile);
    for (const FieldText& given : experiment.given()) {
        const auto key = given.field->key;
        if (!lab || key == "device" || key == "batch_size" || key == "seconds")
            refuse(givenName(given));
    }
}

void SweepOptions::refuseContradictions(const Sweep& sweep) const
{
    for (const FieldText& flag : experiment.given()) {
        if (std::ranges::find(sweep.axes, flag.field->key, &SweepAxis::field) != sweep.axes.end())
            throw UsageError(
                translated("{option} contradicts the sweep's axis {axis}, which sets the same "
                           "field in each run; give only one of the two.",
                           {{"option", givenName(flag)}, {"axis", std::string(optionName(*flag.field))}}));
    }
    if (paired && sweep.axes.size() < 2)
        throw UsageError(
            translated("--paired has no effect: it needs two or more axes, whose values it takes together."));
}

void SweepOptions::refuseUnused(std::span<const SweepPoint> points) const
{
    const auto hasOtherLimit = [](const SweepPoint& point) {
        return point.experiment.steps > 0 || point.experiment.seconds > 0;
    };
    if (experiment.isGiven("epochs") && std::ranges::all_of(points, hasOtherLimit))
        throw UsageError(translated(
            "--epochs has no effect: the sweep's axes end each run after a number of steps or a time."));
    experiment.refuseUnused([points](std::string_view key) {
        return std::ranges::any_of(
            points, [key](const SweepPoint& point) { return usesField(point.experiment, key); });
    });
}

std::string SweepOptions::sentenceAbout(const UnusedAxisError& error) const
{
    const std::string& key = error.field();
    const bool isNamed =
        std::ranges::any_of(axes, [&](const std::string& text) { return axisOf(text).field == key; });
    for (const FieldText& flag : experiment.given()) {
        if (!isNamed && flag.field->key == key)
            return unusedText(givenName(flag), key);
    }
    return error.what();
}

Sweep SweepOptions::sweep(const std::vector<std::string>& allDevices) const
{
    refuseReplaced();
    try {
        if (std::error_code unknown; std::filesystem::is_directory(from, unknown))
            throw UsageError(translated(
                "--from is {folder}, which is a folder; expected its sweep.json, as in --from {file}.",
                {{"folder", from}, {"file", (std::filesystem::path(from) / sweepFileName).string()}}));
        if (!from.empty())
            return sweepFromJson(readFile(from), from);
        const auto base = baseExperiment();
        if (lab) {
            auto sweep = labSweep(base, devices.empty() ? allDevices : listedValues(devices, "--devices"),
                                  std::max<int64_t>(1, images));
            sweep.base = base; // with all settings that are given
            sweep.repeats = repeats;
            return sweep;
        }
        Sweep sweep{.base = base, .paired = paired, .repeats = repeats};
        if (!devices.empty())
            sweep.axes.push_back({"device", listedValues(devices, "--devices")});
        if (!batchSizes.empty())
            sweep.axes.push_back({"batch_size", listedValues(batchSizes, "--batch-sizes")});
        for (const auto& axis : axes)
            sweep.axes.push_back(axisOf(axis));
        refuseContradictions(sweep);
        keepGiven(sweep, experiment.given());
        if (images != 0 || within() > 0) {
            sweep.budget = SweepBudget::Images;
            sweep.amount = images != 0 ? images : 1;
        }
        return withAbsolutePaths(std::move(sweep));
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
}

double SweepOptions::within() const
{
    if (withinMinutes > 0)
        return 60 * withinMinutes;
    return lab && images == 0 ? 60 * labMinutes : 0;
}

SweepIsolation SweepOptions::isolation() const
{
    return isolate ? SweepIsolation::Always : noIsolate ? SweepIsolation::Never : SweepIsolation::Automatic;
}

std::vector<PointEstimate> readEstimates(const std::string& file, const SweepRunner& sweep)
{
    std::string text;
    try {
        text = readFile(file);
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
    const auto& points = sweep.points();
    std::vector<PointEstimate> estimates(points.size());
    size_t number = 0;
    for (const auto& line : CLI::detail::split(text, '\n')) {
        ++number;
        const auto event = sweepEventFromJson(line);
        if (!event && !line.empty())
            throw UsageError(translated("{file}, line {line}: this is not an event of a sweep; expected the "
                                        "output of `stepscope sweep --plan --json-progress`.",
                                        {{"file", file}, {"line", std::to_string(number)}}));
        if (!event || event->kind != SweepEvent::Kind::Estimated)
            continue;
        refuseOtherEstimate(*event, points, file);
        estimates[event->point] = event->estimate;
    }
    for (size_t i = 0; i < points.size(); ++i) {
        if (estimates[i].settings.empty() && !isDone(sweep.runFile(i)))
            throw UsageError(
                translated("{file} has no estimate of run {number} of this sweep; write the file "
                           "again with --plan --json-progress.",
                           {{"file", file}, {"number", std::to_string(i + 1)}}));
    }
    return estimates;
}

} // namespace stepscope
