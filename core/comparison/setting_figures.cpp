#include "core/comparison/setting_figures.h"

#include "core/base/median.h"

#include <algorithm>

namespace stepscope {

namespace {

/// Over the runs that have the figure.
template<typename FigureOf>
std::optional<RepeatedFigure> across(std::span<const size_t> runs, const FigureOf& figureOf)
{
    std::vector<double> values;
    for (const size_t run : runs) {
        if (const std::optional<double> value = figureOf(run))
            values.push_back(*value);
    }
    return acrossRepeats(values);
}

/// Median time of a step, or an image, for each of the setting's trained runs.
std::vector<double> medianTimes(const Comparison& comparison, const SettingFigures& setting, bool byImage)
{
    std::vector<double> times;
    for (const size_t index : setting.runs) {
        const RunComparison& run = comparison.runs[index];
        if (run.stepTimes && run.stepTimes->medianNs > 0 && run.batchSize > 0)
            times.push_back(run.stepTimes->medianNs / (byImage ? double(run.batchSize) : 1.0));
    }
    return times;
}

std::optional<RatioEstimate> timesAgainst(const Comparison& comparison, const SettingFigures& setting,
                                          const SettingFigures& baseline, bool byImage)
{
    const RunComparison& first = comparison.runs[setting.runs[0]];
    const RunComparison& firstOfBaseline = comparison.runs[baseline.runs[0]];
    const bool haveOtherSamples = areOtherSamples(first.sampleShape, firstOfBaseline.sampleShape);
    if (byImage && haveOtherSamples)
        return std::nullopt;
    std::optional<RatioEstimate> estimate;
    if (setting.isOfSteps) {
        estimate = byImage ? first.imageTime : first.stepTime;
    } else {
        const auto times = medianTimes(comparison, setting, byImage);
        const auto others = medianTimes(comparison, baseline, byImage);
        if (!times.empty() && !others.empty())
            estimate = ratioOfRepeats(times, others, comparison.test);
    }
    if (byImage || !estimate)
        return estimate;
    // Neither more repeats nor more steps would change that.
    if (haveOtherSamples)
        estimate->verdict = Verdict::OtherSamples;
    else if (first.batchSize > 0 && firstOfBaseline.batchSize > 0 &&
             first.batchSize != firstOfBaseline.batchSize)
        estimate->verdict = Verdict::OtherBatchSize;
    return estimate;
}

} // namespace

std::optional<RepeatedFigure> acrossRepeats(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    const auto [lowest, highest] = std::ranges::minmax(values);
    return RepeatedFigure{
        .runs = values.size(), .median = medianOf(values), .lowest = lowest, .highest = highest};
}

std::vector<SettingFigures> settingFigures(const Comparison& comparison)
{
    const auto& runs = comparison.runs;
    std::vector<SettingFigures> settings;
    for (size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].sameAs) // its setting has it already
            continue;
        auto setting = std::ranges::find(settings, runs[i].setting, &SettingFigures::name);
        if (setting == settings.end())
            setting = settings.insert(setting, SettingFigures{.name = runs[i].setting, .runs = {}});
        setting->runs.push_back(i);
    }
    const auto speedup = speedups(comparison);
    for (auto& setting : settings) {
        setting.imagesPerSecond = across(setting.runs, [&](size_t i) { return runs[i].imagesPerSecond; });
        setting.stepNs = across(setting.runs, [&](size_t i) {
            return runs[i].stepTimes ? std::optional(runs[i].stepTimes->medianNs) : std::nullopt;
        });
        setting.dataShare = across(setting.runs, [&](size_t i) {
            return runs[i].dataTime ? std::optional(runs[i].dataTime->share) : std::nullopt;
        });
        setting.epochNs = across(setting.runs, [&](size_t i) { return runs[i].epochNs; });
        setting.speedup = across(setting.runs, [&](size_t i) { return speedup[i]; });
        setting.finalAccuracy = across(setting.runs, [&](size_t i) {
            return runs[i].test ? runs[i].test->finalAccuracy : std::nullopt;
        });
        setting.finalValidationAccuracy = across(setting.runs, [&](size_t i) {
            return runs[i].validation ? runs[i].validation->finalAccuracy : std::nullopt;
        });
    }
    if (settings.empty())
        return settings;
    const SettingFigures& baseline = baselineSetting(settings, comparison);
    for (auto& setting : settings) {
        if (&setting == &baseline)
            continue;
        setting.isOfSteps = setting.runs.size() == 1 && baseline.runs.size() == 1;
        setting.canHaveRepeats =
            runs[setting.runs[0]].hasKnownSettings && runs[baseline.runs[0]].hasKnownSettings;
        setting.stepTime = timesAgainst(comparison, setting, baseline, false);
        setting.imageTime = timesAgainst(comparison, setting, baseline, true);
    }
    return settings;
}

const SettingFigures& baselineSetting(std::span<const SettingFigures> settings, const Comparison& comparison)
{
    return *std::ranges::find(settings, comparison.runs[comparison.baseline].setting, &SettingFigures::name);
}

bool isJudgedByRepeats(const SettingFigures& setting)
{
    return !setting.isOfSteps && setting.imageTime && setting.imageTime->verdict != Verdict::TooFewSamples;
}

bool hasRepeats(std::span<const SettingFigures> settings)
{
    return std::ranges::any_of(settings, [](const auto& setting) { return setting.runs.size() > 1; });
}

std::vector<std::optional<double>> speedups(const Comparison& comparison)
{
    std::vector<std::optional<double>> values(comparison.runs.size());
    bool anyCompared = false;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto& time = comparison.runs[i].imageTime;
        if (time && time->ratio > 0) {
            values[i] = 1.0 / time->ratio;
            anyCompared = true;
        }
    }
    if (!anyCompared)
        return values;
    values[comparison.baseline] = 1.0;
    std::vector<double> ofBaseline;
    for (size_t i = 0; i < values.size(); ++i) {
        if (values[i] && !comparison.runs[i].sameAs &&
            comparison.runs[i].setting == comparison.runs[comparison.baseline].setting)
            ofBaseline.push_back(*values[i]);
    }
    const double one = ofBaseline.empty() ? 1.0 : medianOf(ofBaseline);
    for (auto& value : values) {
        if (value)
            *value /= one;
    }
    return values;
}

} // namespace stepscope
