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
    size_t runs = 0; ///< that have the figure; at least 1
    double median = 0.0;
    double lowest = 0.0;
    double highest = 0.0;
};

/// Absent for no values.
std::optional<RepeatedFigure> acrossRepeats(std::span<const double> values);

/// Runs of one setting: repeats, whose experiments differ in their seed alone.
struct SettingFigures
{
    std::string name;         ///< RunComparison::setting
    std::vector<size_t> runs; ///< indices of the comparison's, in its order
    std::optional<RepeatedFigure> imagesPerSecond;
    std::optional<RepeatedFigure> epochNs;
    std::optional<RepeatedFigure> speedup; ///< as of speedups()
    std::optional<RepeatedFigure> finalAccuracy;
    /// Median times of the repeats against those of the baseline's setting; absent for that one, and where
    /// nothing was trained.
    std::optional<RatioEstimate> stepTime;
    std::optional<RatioEstimate> imageTime;
};

/// The runs by setting, in the order in which each setting first appears.
std::vector<SettingFigures> settingFigures(const Comparison& comparison);

/// Whether a setting was run more than once.
bool hasRepeats(std::span<const SettingFigures> settings);

/// The setting that the comparison's baseline is a run of.
const SettingFigures& baselineSetting(std::span<const SettingFigures> settings, const Comparison& comparison);

/// Whether repeats of this setting and of the baseline's tell of a difference, or of none: single runs then
/// have less to say.
bool isJudgedByRepeats(const SettingFigures& setting);

/// How many times as many images each run trains in the same time as the baseline's setting does (the median
/// of its repeats; of a single run, itself). A run each; absent where the runs' image times were not
/// compared.
std::vector<std::optional<double>> speedups(const Comparison& comparison);

} // namespace stepscope
