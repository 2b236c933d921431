#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/repeats.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// A figure across the repeats of one setting.
struct RepeatedFigure
{
    size_t runs = 0; ///< number of runs with the figure; at least 1
    double median = 0.0;
    double lowest = 0.0;
    double highest = 0.0;
};

/// None without values.
std::optional<RepeatedFigure> acrossRepeats(std::span<const double> values);

/// Runs of one setting: repeats, whose experiments differ only in their seed. A training that was
/// resumed, which lacks its first steps, is no repeat of a whole one.
struct SettingFigures
{
    std::string name;         ///< RunComparison::setting
    std::vector<size_t> runs; ///< indices into the comparison's runs, in its order
    std::optional<RepeatedFigure> imagesPerSecond;
    std::optional<RepeatedFigure> stepNs;    ///< the median time of a step
    std::optional<RepeatedFigure> dataShare; ///< of a step, 0 to 1: see DataTime
    std::optional<RepeatedFigure> epochNs;
    std::optional<RepeatedFigure> speedup; ///< as in speedups()
    std::optional<RepeatedFigure> finalAccuracy;
    std::optional<RepeatedFigure> finalValidationAccuracy;
    /// Median times of the repeats compared with those of the baseline's setting; absent for the latter, and
    /// if nothing was trained; per image, also if the samples have another size. If both settings have one
    /// run, those of RunComparison, by the steps of these runs.
    std::optional<RatioEstimate> stepTime;
    std::optional<RatioEstimate> imageTime;
    bool isOfSteps = false;      ///< whether these compare the steps of two runs
    bool canHaveRepeats = false; ///< of both settings: see RunComparison::hasKnownSettings
};

/// The runs by setting, in the order in which each setting first appears. A run that is in the comparison
/// more than once (RunComparison::sameAs) counts once.
std::vector<SettingFigures> settingFigures(const Comparison& comparison);

/// Whether a setting was run more than once.
bool hasRepeats(std::span<const SettingFigures> settings);

/// The setting of the comparison's baseline.
const SettingFigures& baselineSetting(std::span<const SettingFigures> settings, const Comparison& comparison);

/// Whether the verdict comes from repeats of this setting and of the baseline's, which outweigh single runs.
bool isJudgedByRepeats(const SettingFigures& setting);

/// How many times as many images each run trains in the same time as the baseline's setting (the median of
/// its repeats; for a single run, itself). One per run; absent if the runs' image times were not compared.
std::vector<std::optional<double>> speedups(const Comparison& comparison);

} // namespace stepscope
