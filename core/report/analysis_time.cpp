#include "core/base/text/format.h"
#include "core/comparison/setting_figures.h"
#include "core/comparison/verdict_words.h"
#include "core/report/analysis_topics.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace stepscope {

namespace {

NamedRun named(const LabReportInput& input, size_t run)
{
    return {&input.runs[run].stored.run, input.runs[run].name};
}

/// The ratio of times with its interval, or of speeds if the run is faster.
std::vector<TextValue> ratioValues(const RatioEstimate& estimate)
{
    const bool faster = estimate.verdict == Verdict::Faster;
    const auto& [low, high] = estimate.interval;
    const auto bound = [](double ratio) { return ratioBoundText(ratio, formatTimes(ratio)); };
    return {{"ratio", formatTimes(faster ? 1 / estimate.ratio : estimate.ratio)},
            {"low", bound(faster ? 1 / high : low)},
            {"high", bound(faster ? 1 / low : high)},
            {"threshold", thresholdText(estimate.sameWithin)},
            {"advice", translated("Repeat the runs on a quieter machine.")}};
}

/// The sentences for the verdicts of one kind of comparison.
struct VerdictSentences
{
    Translatable faster;
    Translatable slower;
    Translatable alike;
    Translatable unclear;

    Translatable of(Verdict verdict) const
    {
        switch (verdict) {
        case Verdict::Faster:
            return faster;
        case Verdict::Slower:
            return slower;
        case Verdict::Same:
            return alike;
        default:
            return unclear;
        }
    }
};

/// Compares the step times of two runs and, if the batch sizes differ, the times per sample.
void compareSteps(std::vector<std::string>& sentences, const RunComparison& from, const RunComparison& to)
{
    if (!to.stepTime || !from.stepTimes || !to.stepTimes)
        return;
    const auto& estimate = *to.stepTime;
    const auto samples = from.batchSize > 0 && to.batchSize % from.batchSize == 0
                             ? formatCount(to.batchSize / from.batchSize)
                             : formatTimes(double(to.batchSize) / double(from.batchSize));
    std::vector<TextValue> values = {{"from", from.name},
                                     {"to", to.name},
                                     {"before", formatNs(from.stepTimes->medianNs)},
                                     {"after", formatNs(to.stepTimes->medianNs)},
                                     {"samples", samples}};
    Translatable id = translatable("A step takes {before} (median) with {from} and {after} with {to}; there "
                                   "are too few steps to say more.");
    switch (estimate.verdict) {
    case Verdict::Slower:
    case Verdict::Faster:
        id = translatable("A step takes {before} (median) with {from} and {after} with {to}: {ratio} times "
                          "as long (95 % interval {low} to {high}).");
        break;
    case Verdict::OtherBatchSize:
        id = translatable("A step takes {before} (median) with {from} and {after} with {to}: {ratio} times "
                          "as long (95 % interval {low} to {high}) for {samples} times as many samples.");
        break;
    case Verdict::OtherSamples:
        id = translatable(
            "A step takes {before} (median) with {from} and {after} with {to}. Their samples have different "
            "sizes ({fromSamples} and {toSamples}), so these times are not compared.");
        values.insert(values.end(), {{"fromSamples", sampleShapeText(from.sampleShape)},
                                     {"toSamples", sampleShapeText(to.sampleShape)}});
        break;
    case Verdict::Same:
        id = translatable("A step takes {before} (median) with {from} and {after} with {to}: the same within "
                          "{threshold} ({ratio} times as long, 95 % interval {low} to {high}).");
        break;
    case Verdict::Unclear:
        id = translatable("A step takes {before} (median) with {from} and {after} with {to}. That is too "
                          "noisy to tell: {ratio} times as long, 95 % interval {low} to {high}. {advice}");
        break;
    case Verdict::TooFewSamples:
        break;
    }
    if (estimate.verdict != Verdict::TooFewSamples) {
        auto inTime = estimate; // a ratio of times, whichever run is faster
        inTime.verdict = Verdict::Slower;
        std::ranges::copy(ratioValues(inTime), std::back_inserter(values));
    }
    sentences.push_back(translated(id, values));
}

void compareImages(std::vector<std::string>& sentences, const RunComparison& from, const RunComparison& to)
{
    if (!to.imageTime || from.batchSize == to.batchSize || to.imageTime->verdict == Verdict::TooFewSamples)
        return;
    constexpr VerdictSentences ids = {
        translatable("Per sample, {to} is {ratio} times as fast as {from} (95 % interval {low} to {high})."),
        translatable(
            "Per sample, {to} takes {ratio} times as long as {from} (95 % interval {low} to {high})."),
        translatable("Per sample, {to} takes as long as {from} within {threshold} ({ratio} times as long, 95 "
                     "% interval {low} to {high})."),
        translatable(
            "Per sample, {to} and {from} are too noisy to tell: {ratio} times as long, 95 % interval "
            "{low} to {high}. {advice}")};
    auto values = ratioValues(*to.imageTime);
    values.insert(values.end(), {{"from", from.name}, {"to", to.name}});
    sentences.push_back(translated(ids.of(to.imageTime->verdict), values));
}

void compareEpochs(std::vector<std::string>& sentences, const RunComparison& from, const RunComparison& to)
{
    if (!from.epochNs || !to.epochNs || !(*from.epochNs > 0) ||
        areOtherSamples(from.sampleShape, to.sampleShape))
        return;
    const Translatable id =
        areOtherEpochs(from, to)
            ? translatable("Training for one epoch takes {after} with {to} and {before} with {from}. Their "
                           "epochs have different numbers of training samples ({toSamples} and "
                           "{fromSamples}), so these times are not compared.")
            : translatable("Training for one epoch takes {after} with {to} and {before} with {from}, a ratio "
                           "of {ratio}.");
    sentences.push_back(translated(id, {{"from", from.name},
                                        {"to", to.name},
                                        {"before", formatNs(*from.epochNs)},
                                        {"after", formatNs(*to.epochNs)},
                                        {"fromSamples", formatCount(from.epochSamples)},
                                        {"toSamples", formatCount(to.epochSamples)},
                                        {"ratio", formatTimes(*to.epochNs / *from.epochNs)}}));
}

void fastestAndSlowest(std::vector<std::string>& sentences, const Comparison& comparison)
{
    if (!otherSamplesText(comparison).empty())
        return; // a second trains more samples if they are small
    const RunComparison* fastest = nullptr;
    const RunComparison* slowest = nullptr;
    for (const auto& run : comparison.runs) {
        if (!run.imagesPerSecond)
            continue;
        if (!fastest || *run.imagesPerSecond > *fastest->imagesPerSecond)
            fastest = &run;
        if (!slowest || *run.imagesPerSecond < *slowest->imagesPerSecond)
            slowest = &run;
    }
    if (fastest != slowest)
        sentences.push_back(translated(
            "Throughput is highest with {run}, {speed}, and lowest with {slowest}, {slowestSpeed}.",
            {{"run", fastest->name},
             {"speed", formatImagesPerSecond(*fastest->imagesPerSecond)},
             {"slowest", slowest->name},
             {"slowestSpeed", formatImagesPerSecond(*slowest->imagesPerSecond)}}));
}

/// The run on another device with the same settings, preferably the CPU. -1: none.
int counterpart(const LabReportInput& input, size_t run)
{
    int found = -1;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        auto experiment = input.runs[i].stored.run.experiment;
        const auto& own = input.runs[run].stored.run.experiment;
        if (experiment.device == own.device)
            continue;
        const bool isCpu = experiment.device == "cpu";
        experiment.device = own.device;
        if (experiment == own && (isCpu || found < 0))
            found = int(i);
    }
    return found;
}

/// One sentence per setting whose repeats can be compared with those of the baseline's setting.
void compareRepeats(std::vector<std::string>& sentences, const std::vector<SettingFigures>& settings,
                    const SettingFigures& baseline)
{
    for (const auto& setting : settings) {
        if (!isJudgedByRepeats(setting))
            continue;
        constexpr VerdictSentences ids = {
            translatable(
                "Over the repeats, per sample, {to} ({runs} runs) is {ratio} times as fast as {from} "
                "({others} runs; 95 % interval {low} to {high})."),
            translatable("Over the repeats, per sample, {to} ({runs} runs) takes {ratio} times as long as "
                         "{from} ({others} runs; 95 % interval {low} to {high})."),
            translatable("Over the repeats, per sample, {to} ({runs} runs) takes as long as {from} ({others} "
                         "runs) within {threshold} ({ratio} times as long, 95 % interval {low} to {high})."),
            translatable(
                "Over the repeats, per sample, {to} ({runs} runs) and {from} ({others} runs) are too "
                "noisy to tell: {ratio} times as long, 95 % interval {low} to {high}. {advice}")};
        auto values = ratioValues(*setting.imageTime);
        values.insert(values.end(), {{"to", setting.name},
                                     {"from", baseline.name},
                                     {"runs", formatCount(int64_t(setting.runs.size()))},
                                     {"others", formatCount(int64_t(baseline.runs.size()))}});
        sentences.push_back(translated(ids.of(setting.imageTime->verdict), values));
    }
}

} // namespace

std::vector<std::vector<size_t>> batchSizeGroups(const Comparison& comparison)
{
    std::map<std::string, std::map<int64_t, size_t>> variants; // name -> batch size -> run
    std::vector<std::string> order;
    for (size_t i = 0; i < comparison.runs.size(); ++i) {
        const auto& run = comparison.runs[i];
        if (run.steps == 0)
            continue;
        if (!variants.contains(run.variant))
            order.push_back(run.variant);
        variants[run.variant].emplace(run.batchSize, i);
    }
    std::vector<std::vector<size_t>> groups;
    for (const auto& variant : order) {
        if (variants[variant].size() < 2)
            continue;
        auto& group = groups.emplace_back();
        for (const auto& [size, run] : variants[variant])
            group.push_back(run);
    }
    return groups;
}

std::vector<std::string> timeSentences(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> sentences;
    const auto& comparison = figures.comparison;
    if (comparison.runs.empty())
        return sentences;
    const auto settings = settingFigures(comparison);
    const SettingFigures& baseline = baselineSetting(settings, comparison);
    compareRepeats(sentences, settings, baseline);
    std::set<size_t> spokenOf = {comparison.baseline};
    for (const auto& setting : settings) { // repeats are not compared one by one, nor with their own baseline
        if (isJudgedByRepeats(setting) || (&setting == &baseline && settings.size() > 1))
            spokenOf.insert(setting.runs.begin(), setting.runs.end());
    }
    for (size_t i = 0; i < comparison.runs.size(); ++i) {
        if (comparison.runs[i].sameAs)
            spokenOf.insert(i);
    }
    std::set<size_t> inGroups;
    for (const auto& group : batchSizeGroups(comparison)) {
        std::vector<NamedRun> runs;
        for (const size_t run : group)
            runs.push_back(named(input, run));
        const auto compared = compareRuns(runs);
        for (size_t i = 1; i < compared.runs.size(); ++i) {
            if (settings.size() < comparison.runs.size() && spokenOf.contains(group[i]))
                continue;
            compareSteps(sentences, compared.runs[0], compared.runs[i]);
            compareImages(sentences, compared.runs[0], compared.runs[i]);
            compareEpochs(sentences, compared.runs[0], compared.runs[i]);
        }
        inGroups.insert(group.begin(), group.end());
    }
    for (size_t i = 0; i < comparison.runs.size(); ++i) {
        if (spokenOf.contains(i) || inGroups.contains(i) || counterpart(input, i) >= 0)
            continue;
        compareSteps(sentences, comparison.runs[comparison.baseline], comparison.runs[i]);
        compareImages(sentences, comparison.runs[comparison.baseline], comparison.runs[i]);
        compareEpochs(sentences, comparison.runs[comparison.baseline], comparison.runs[i]);
    }
    fastestAndSlowest(sentences, comparison);
    return sentences;
}

std::vector<std::string> deviceSentences(const LabReportInput& input, const LabFigures& figures)
{
    std::vector<std::string> sentences;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        const auto& device = figures.comparison.runs[i].device;
        const int other = counterpart(input, i);
        const bool isFirst =
            other >= 0 && figures.comparison.runs[size_t(other)].device != "cpu" && int(i) < other;
        if (other < 0 || device == "cpu" || isFirst)
            continue;
        const auto pair = compareRuns(std::vector<NamedRun>{named(input, size_t(other)), named(input, i)});
        const auto& to = pair.runs[1];
        if (!to.imageTime || to.imageTime->verdict == Verdict::TooFewSamples || !to.stepTimes ||
            !pair.runs[0].stepTimes)
            continue;
        constexpr VerdictSentences ids = {
            translatable(
                "With the same settings, at batch size {batch}, {device} trains a sample {ratio} times as "
                "fast as {other} (95 % interval {low} to {high}); a step takes {after} against {before}."),
            translatable(
                "With the same settings, at batch size {batch}, {device} takes {ratio} times as long per "
                "sample as {other} (95 % interval {low} to {high}); a step takes {after} against {before}."),
            translatable("With the same settings, at batch size {batch}, {device} trains a sample as fast as "
                         "{other} within {threshold} ({ratio} times as long, 95 % interval {low} to {high}): "
                         "a step takes {after} against {before}."),
            translatable("With the same settings, at batch size {batch}, {device} and {other} are too noisy "
                         "to tell: {ratio} times as long per sample, 95 % interval {low} to {high}; a step "
                         "takes {after} against {before}. {advice}")};
        auto values = ratioValues(*to.imageTime);
        values.insert(values.end(), {{"batch", formatCount(to.batchSize)},
                                     {"device", device},
                                     {"other", pair.runs[0].device},
                                     {"before", formatNs(pair.runs[0].stepTimes->medianNs)},
                                     {"after", formatNs(to.stepTimes->medianNs)}});
        sentences.push_back(translated(ids.of(to.imageTime->verdict), values));
    }
    return sentences;
}

} // namespace stepscope
