#include "core/comparison/comparison.h"

#include "core/base/median.h"
#include "core/base/text/format.h"
#include "core/comparison/machine_load.h"
#include "core/comparison/reference_loop.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/run/validation.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/device_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace stepscope {

namespace {

/// The median of a run's step times, over the same steps as in stepTimes().
struct MedianTime
{
    MedianSample step;
    std::vector<double> reference; ///< of the same steps, see referenceOfSteps()
    double images = 0.0;           ///< of a step, the median; 0: not known

    MedianTime(const Run& run, const DifferenceTest& test, uint32_t stream)
    {
        std::vector<double> stepNs;
        std::vector<double> stepImages;
        const auto loops = referenceOfSteps(run);
        stepNs.reserve(run.steps.size());
        const bool isOther = isImported(run);
        for (size_t i = 0; i < run.steps.size(); ++i) {
            const StepMetrics& metrics = run.steps[i];
            if (!isInStepTimes(metrics, i == 0, isOther))
                continue;
            stepNs.push_back(double(metrics.durationNs));
            stepImages.push_back(metrics.images);
            if (!loops.empty())
                reference.push_back(loops[i]);
        }
        step = sampleMedian(stepNs, test, stream);
        if (!stepImages.empty())
            images = medianOf(stepImages);
    }
};

/// Sets the known ratios of a run's times to the baseline's.
void setRatios(RunComparison& figures, const MedianTime& run, const RunComparison& baselineFigures,
               const MedianTime& baseline, const Run& of, const Run& ofBaseline, const DifferenceTest& test)
{
    if (!(run.step.median > 0.0) || !(baseline.step.median > 0.0))
        return;
    const bool areSampled = run.step.isSampled && baseline.step.isSampled;
    VarianceSum processes;
    const auto speed = driftOfMedianSpeed(run.reference, baseline.reference);
    processes.add(speed.variance, speed.degrees);
    processes.add(varianceOfWaking(of, ofBaseline, std::min(run.step.median, baseline.step.median)),
                  degreesOfKnown);
    auto ratio = logRatioOfMedians(run.step, baseline.step, lengthsApart(of, ofBaseline),
                                   {processes.variance(), processes.degrees()});
    ratio.raisedBy = figures.slowdownByOthers;
    ratio.loweredBy = baselineFigures.slowdownByOthers;
    const auto estimate = [&] {
        return areSampled ? estimateOf(ratio, test) : RatioEstimate{.ratio = std::exp(ratio.value)};
    };
    figures.stepTime = estimate();
    if (areOtherSamples(figures.sampleShape, baselineFigures.sampleShape)) {
        if (areSampled)
            figures.stepTime->verdict = Verdict::OtherSamples;
        return;
    }
    if (!(run.images > 0.0) || !(baseline.images > 0.0))
        return;
    ratio.value += std::log(baseline.images / run.images);
    figures.imageTime = estimate();
    if (run.images != baseline.images && areSampled)
        figures.stepTime->verdict = Verdict::OtherBatchSize;
}

std::optional<double> deviceNsOf(const Trace& trace)
{
    int64_t ns = 0;
    for (const DeviceFigures& device : deviceFigures(trace))
        ns += device.busyNs;
    if (ns == 0)
        return std::nullopt;
    return double(ns) / double(std::max<size_t>(countedSteps(trace).size(), 1));
}

bool hasKnownSettings(const Run& run)
{
    return !isImported(run) && run.kind != RunKind::Program;
}

/// Whether both are one training, whose file was read twice or copied: they began in the same millisecond and
/// their first steps took the same nanoseconds. One may have been copied before it ended.
bool areSameTraining(const Run& a, const Run& b)
{
    constexpr size_t comparedSteps = 10;
    if (a.startUnixMs <= 0 || a.startUnixMs != b.startUnixMs || a.kind != b.kind || !hasKnownSettings(a) ||
        !hasKnownSettings(b) || a.experiment != b.experiment)
        return false;
    const auto firstOf = [&](const Run& run) {
        return std::span(run.steps).first(std::min({a.steps.size(), b.steps.size(), comparedSteps}));
    };
    return std::ranges::equal(firstOf(a), firstOf(b), [](const StepMetrics& one, const StepMetrics& other) {
        return one.step == other.step && one.startNs == other.startNs && one.durationNs == other.durationNs;
    });
}

std::optional<double> validationShareOf(const Run& run)
{
    const ExperimentField& field = *findExperimentField("validation_share");
    if (!hasKnownSettings(run) || !isKnown(run.experiment, field) || !usesField(run.experiment, field.key))
        return std::nullopt;
    return run.experiment.validationShare;
}

RunComparison figuresOf(const NamedRun& named, const ComparisonOptions& options)
{
    const Run& run = *named.run;
    RunComparison figures{.name = named.name,
                          .color = named.color,
                          .outcome = run.outcome,
                          .imported = isImported(run),
                          .device = run.experiment.device,
                          .network = shownExperiment(run).network,
                          .dataset = run.experiment.dataset,
                          .validationShare = validationShareOf(run),
                          .variant = {},
                          .setting = {},
                          .hasKnownSettings = hasKnownSettings(run),
                          .batchSize = run.experiment.batchSize,
                          .parameters = run.plan.parameters,
                          .sampleShape = sampleShapeOf(run),
                          .steps = int64_t(run.steps.size()),
                          .trainingNs = isImported(run) ? 0.0 : double(trainingNs(run)),
                          .testingNs = double(testingNs(run)),
                          .epochNs = epochTrainingNs(run),
                          .epochSamples = epochTrainingImages(run),
                          .test = testResults(run),
                          .validation = validationResults(run)};
    if (const double speed = trainingImagesPerSecond(run); speed > 0.0)
        figures.imagesPerSecond = speed;
    if (const StepTimes times = stepTimes(run); !run.steps.empty()) {
        if (!isImported(run)) // an imported run may begin anywhere in a training
            figures.firstStepNs = times.firstNs;
        if (times.count > 0)
            figures.stepTimes = times;
    }
    figures.dataTime = dataTimeOf(run.trace, options.test);
    figures.deviceNs = deviceNsOf(run.trace);
    const auto use = machineUse(run);
    if (!std::isnan(use.processCpuPercent))
        figures.cpuPercent = use.processCpuPercent;
    if (use.peakResidentBytes >= 0)
        figures.peakResidentBytes = use.peakResidentBytes;
    if (const auto reached = nsToAccuracy(run, options.accuracy))
        figures.nsToAccuracy = double(*reached);
    figures.recorderCost = recorderCost(run);
    if (const auto loops = referenceOfSteps(run); !loops.empty())
        figures.referenceNs = medianOf(loops);
    figures.slowdownByOthers = slowdownByOthers(run);
    return figures;
}

/// Whether the field is a parameter of the optimizer and has the optimizer's default value.
bool isOptimizersDefault(const Experiment& experiment, const ExperimentField& field)
{
    const bool isParameter = field.key.starts_with("optimizer.") && field.key != "optimizer.name";
    if (!isParameter || !isWhollyKnown(experiment)) // the optimizer of an imported run can be any
        return false;
    Experiment defaults;
    setOptimizerDefaults(defaults, experiment.optimizer);
    return fieldText(experiment, field) == fieldText(defaults, field);
}

/// Whether each trains as many steps as its batch size needs for the same number of images.
bool stepsFollowBatchSize(std::span<const Experiment> experiments)
{
    int64_t least = 0; // images of all steps but the last, the maximum over all
    int64_t most = std::numeric_limits<int64_t>::max();
    for (const auto& experiment : experiments) {
        if (experiment.steps <= 0)
            return false;
        least = std::max(least, (experiment.steps - 1) * experiment.batchSize);
        most = std::min(most, experiment.steps * experiment.batchSize);
    }
    return least < most;
}

/// The name, with a number if others have it.
std::string newName(const std::string& name, std::span<const std::string> others)
{
    std::string result = name;
    for (int number = 2; std::ranges::find(others, result) != others.end(); ++number)
        result = fmt::format("{} ({})", name, number);
    return result;
}

/// Adds from where a training was resumed: it lacks the steps before, so it is no repeat of a whole one.
void addResumption(std::vector<std::string>& labels, std::span<const NamedRun> runs)
{
    for (size_t i = 0; i < labels.size(); ++i) {
        const Run& run = *runs[i].run;
        if (!hasKnownSettings(run) || run.steps.empty() || run.steps.front().step <= 0)
            continue;
        const auto resumed =
            translated("resumed from step {step}", {{"step", formatCount(run.steps.front().step)}});
        labels[i] = labels[i].empty() ? resumed : fmt::format("{}, {}", labels[i], resumed);
    }
}

/// What distinguishes each run from the others besides its seed; the network's name if nothing does.
std::vector<std::string> settingsOf(std::span<const NamedRun> runs, SettingForm form)
{
    std::vector<Experiment> experiments;
    for (const auto& named : runs) {
        experiments.push_back(named.run->experiment);
        experiments.back().seed = experiments.front().seed;
    }
    auto settings = distinguishingLabels(experiments, form);
    for (size_t i = 0; i < settings.size(); ++i) {
        if (!hasKnownSettings(*runs[i].run)) // each has its own
            settings[i].clear();
        else if (settings[i].empty())
            settings[i] = experiments[i].network;
    }
    addResumption(settings, runs);
    for (size_t i = 0; i < settings.size(); ++i) {
        if (settings[i].empty())
            settings[i] = newName(runs[i].name, settings);
    }
    return settings;
}

/// What distinguishes runs when batch size and seed are made equal, and, if requested, the length.
std::vector<std::string> variantsOf(std::span<const NamedRun> runs, bool equallyLong, SettingForm form)
{
    std::vector<Experiment> experiments;
    for (const auto& named : runs) {
        const Experiment& first = runs.front().run->experiment;
        Experiment& experiment = experiments.emplace_back(named.run->experiment);
        experiment.batchSize = first.batchSize;
        experiment.seed = first.seed;
        if (equallyLong) {
            experiment.epochs = first.epochs;
            experiment.steps = first.steps;
        }
    }
    auto labels = distinguishingLabels(experiments, form);
    addResumption(labels, runs);
    return labels;
}

/// Sets the setting and variant of each run. A variant has one setting at a batch size, so that its line does
/// not zigzag between them.
void setSettings(std::vector<RunComparison>& figures, std::span<const NamedRun> runs, SettingForm form)
{
    const auto settings = settingsOf(runs, form);
    auto variants = variantsOf(runs, true, form);
    std::map<std::pair<std::string, int64_t>, std::string> at;
    for (size_t i = 0; i < runs.size(); ++i) {
        const auto& known = at.try_emplace({variants[i], figures[i].batchSize}, settings[i]).first->second;
        if (known != settings[i]) {
            variants = variantsOf(runs, false, form);
            break;
        }
    }
    for (size_t i = 0; i < runs.size(); ++i) {
        figures[i].setting = settings[i];
        figures[i].variant = variants[i];
    }
}

} // namespace

std::string otherSamplesText(const Comparison& comparison)
{
    std::vector<SampleShape> shapes;
    for (const RunComparison& run : comparison.runs) {
        if (!run.sampleShape.empty() && std::ranges::find(shapes, run.sampleShape) == shapes.end())
            shapes.push_back(run.sampleShape);
    }
    if (shapes.size() < 2)
        return {};
    std::vector<std::string> sizes;
    for (const SampleShape& shape : shapes)
        sizes.push_back(sampleShapeText(shape));
    return translated("The samples have different sizes ({sizes}), so times per sample are compared only "
                      "between runs whose samples have the same size.",
                      {{"sizes", fmt::format("{}", fmt::join(sizes, ", "))}});
}

bool areOtherEpochs(const RunComparison& a, const RunComparison& b)
{
    return a.epochNs && b.epochNs && a.epochSamples > 0 && b.epochSamples > 0 &&
           a.epochSamples != b.epochSamples;
}

std::string otherEpochsText(const Comparison& comparison)
{
    std::vector<std::string> counts;
    for (const RunComparison& run : comparison.runs) {
        if (!run.epochNs || run.epochSamples == 0)
            continue;
        auto count = formatCount(run.epochSamples);
        if (std::ranges::find(counts, count) == counts.end())
            counts.push_back(std::move(count));
    }
    if (counts.size() < 2)
        return {};
    return translated("The epochs have different numbers of training samples ({counts}), so times per epoch "
                      "are compared only between runs whose epochs have the same number.",
                      {{"counts", fmt::format("{}", fmt::join(counts, "; "))}});
}

std::string sameRunsText(const Comparison& comparison)
{
    std::vector<std::string> groups;
    const auto& runs = comparison.runs;
    for (size_t first = 0; first < runs.size(); ++first) {
        std::vector<std::string> names = {runs[first].name};
        bool isAlone = true;
        for (const RunComparison& run : runs) {
            if (run.sameAs != first)
                continue;
            isAlone = false;
            if (std::ranges::find(names, run.name) == names.end())
                names.push_back(run.name);
        }
        if (!isAlone)
            groups.push_back(fmt::format("{}", fmt::join(names, " = ")));
    }
    if (groups.empty())
        return {};
    return translated("These runs are named more than once and count once among the repeats of their "
                      "setting: {runs}.",
                      {{"runs", fmt::format("{}", fmt::join(groups, ", "))}});
}

Comparison compareRuns(std::span<const NamedRun> runs, const ComparisonOptions& options)
{
    Comparison comparison{
        .runs = {}, .baseline = options.baseline, .accuracy = options.accuracy, .test = options.test};
    if (runs.empty())
        return comparison;
    assert(options.baseline < runs.size());
    for (size_t i = 0; i < runs.size(); ++i) {
        auto& figures = comparison.runs.emplace_back(figuresOf(runs[i], options));
        const auto before = runs.first(i);
        const auto same = std::ranges::find_if(
            before, [&](const NamedRun& other) { return areSameTraining(*other.run, *runs[i].run); });
        if (same != before.end())
            figures.sameAs = size_t(same - before.begin());
    }
    const MedianTime baseline(*runs[options.baseline].run, options.test, 0);
    for (size_t i = 0; i < runs.size(); ++i) {
        if (i == options.baseline)
            continue;
        const MedianTime times(*runs[i].run, options.test, uint32_t(i + 1));
        setRatios(comparison.runs[i], times, comparison.runs[options.baseline], baseline, *runs[i].run,
                  *runs[options.baseline].run, options.test);
    }
    setSettings(comparison.runs, runs, options.settings);
    return comparison;
}

void renameRuns(Comparison& comparison, std::span<const NamedRun> runs, SettingForm settings)
{
    assert(runs.size() == comparison.runs.size());
    for (size_t i = 0; i < runs.size(); ++i)
        comparison.runs[i].name = runs[i].name;
    setSettings(comparison.runs, runs, settings);
}

/// Those that say most about a run first: a label may be cut to its start.
static const std::vector<const ExperimentField*>& fieldsInLabels()
{
    static constexpr std::array<std::string_view, 7> first = {
        "network",         "dataset", "batch_size", "device", "optimizer.name", "optimizer.learning_rate",
        "validation_share"};
    static const std::vector<const ExperimentField*> fields = [] {
        std::vector<const ExperimentField*> sorted;
        for (const ExperimentField& field : experimentFields())
            sorted.push_back(&field);
        std::ranges::stable_sort(sorted, {}, [](const ExperimentField* field) {
            return std::ranges::find(first, field->key) - first.begin();
        });
        return sorted;
    }();
    return fields;
}

/// The parts of their labels, for experiments of one kind. `withUsual`: those that more than half share, too.
static std::vector<std::vector<std::string>> partsAmongAlike(std::span<const Experiment> experiments,
                                                             bool withUsual, SettingForm form)
{
    std::vector<std::vector<std::string>> parts(experiments.size());
    const bool sameImages = stepsFollowBatchSize(experiments);
    const auto isLimited = [](const Experiment& experiment) { return experiment.steps > 0; };
    const bool anyLimited = std::ranges::any_of(experiments, isLimited);
    const bool isLimitMixed = anyLimited && !std::ranges::all_of(experiments, isLimited);
    for (const ExperimentField* const each : fieldsInLabels()) {
        const ExperimentField& field = *each;
        if (sameImages && field.key == "steps")
            continue;
        // If only some have a number of steps, the number of epochs is the length of the others.
        if ((field.key == "epochs" && isLimitMixed) || (field.key == "steps" && !anyLimited))
            continue;
        std::vector<size_t> users;
        std::vector<std::string> texts;
        bool allDefaults = true;
        for (size_t i = 0; i < experiments.size(); ++i) {
            const Experiment& experiment = experiments[i];
            if (!usesField(experiment, field.key))
                continue;
            users.push_back(i);
            texts.push_back(settingText(experiment, field, form));
            allDefaults = allDefaults && isOptimizersDefault(experiment, field);
        }
        const bool allEqual = std::ranges::adjacent_find(texts, std::ranges::not_equal_to()) == texts.end();
        if (allEqual || allDefaults)
            continue;
        for (size_t i = 0; i < users.size(); ++i) {
            const bool isUsual = size_t(std::ranges::count(texts, texts[i])) * 2 > experiments.size();
            if (!texts[i].empty() && (withUsual || !isUsual))
                parts[users[i]].push_back(texts[i]);
        }
    }
    return parts;
}

static std::vector<std::vector<std::string>> partsAmongAll(std::span<const Experiment> experiments,
                                                           bool withUsual, SettingForm form)
{
    std::vector<std::vector<std::string>> parts(experiments.size());
    for (const bool areImported : {false, true}) { // whose settings are not known
        std::vector<size_t> places;
        std::vector<Experiment> alike;
        for (size_t i = 0; i < experiments.size(); ++i) {
            if (experiments[i].dataset.empty() == areImported) {
                places.push_back(i);
                alike.push_back(experiments[i]);
            }
        }
        const auto all = partsAmongAlike(alike, true, form);
        const auto among = withUsual ? all : partsAmongAlike(alike, false, form);
        for (size_t i = 0; i < places.size(); ++i) {
            const bool isOnlyOfItsKind = all[i].empty() && alike.size() < experiments.size();
            parts[places[i]] = isOnlyOfItsKind ? std::vector{alike[i].network} : among[i];
        }
    }
    return parts;
}

std::vector<std::string> distinguishingLabels(std::span<const Experiment> experiments, SettingForm form)
{
    std::vector<std::string> labels;
    for (const auto& parts : partsAmongAll(experiments, true, form))
        labels.push_back(fmt::format("{}", fmt::join(parts, ", ")));
    return labels;
}

std::vector<std::vector<std::string>> unusualSettings(std::span<const Experiment> experiments,
                                                      SettingForm form)
{
    return partsAmongAll(experiments, false, form);
}

std::vector<std::string> distinguishingLabels(std::span<const Run* const> runs, SettingForm form)
{
    std::vector<Experiment> experiments;
    for (const Run* run : runs)
        experiments.push_back(run->experiment);
    return distinguishingLabels(experiments, form);
}

} // namespace stepscope
