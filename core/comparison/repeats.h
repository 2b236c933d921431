#pragma once

#include "core/comparison/verdict.h"

#include <span>

namespace stepscope {

/// With fewer repeats of a setting, the variation between its runs is not known.
inline constexpr size_t fewestRepeats = 3;

/// Of positive values; 0 if one of them is 0.
double geometricMean(std::span<const double> values);

/// The ratio of the times of one setting's repeats to the baseline's: the ratio of their geometric means,
/// with its 95 % interval. The variation between runs of one setting is measured here, whereas for two single
/// runs it must be guessed (Drift).
///
/// Values are positive times of one run each, in the order in which the runs were made. If both have the same
/// number of values, they are compared in pairs, because a sweep runs the k-th repeats of all settings one
/// after another, on a machine of the same speed: Student's t of the differences of their logarithms.
/// Otherwise Welch's test of the logarithms is used (B. L. Welch, Biometrika 34, 1947). With fewer repeats
/// than fewestRepeats the verdict is TooFewSamples and the interval is unbounded.
RatioEstimate ratioOfRepeats(std::span<const double> repeats, std::span<const double> baseline,
                             const DifferenceTest& test = {});

} // namespace stepscope
