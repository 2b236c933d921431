#pragma once

#include "core/comparison/verdict.h"

#include <span>

namespace stepscope {

/// Fewer repeats of a setting than this say nothing of how far runs of it lie apart.
inline constexpr size_t fewestRepeats = 3;

/// How many times as long the repeats of one setting take as those of the baseline's: the ratio of their
/// geometric means, with its 95 % interval. What varies between runs of one setting is seen here, where two
/// single runs leave it to be guessed (Drift).
///
/// Values are times of one run each, positive, in the order in which the runs were made. As many of both are
/// taken in pairs, for a sweep runs the k-th repeats of all settings one after another, on a machine of the
/// same speed: Student's t of the differences of their logarithms. Otherwise by Welch's test of the
/// logarithms (B. L. Welch, Biometrika 34, 1947). With fewer repeats than fewestRepeats the verdict is
/// TooFewSamples and the interval is not bounded.
RatioEstimate ratioOfRepeats(std::span<const double> repeats, std::span<const double> baseline,
                             const DifferenceTest& test = {});

} // namespace stepscope
