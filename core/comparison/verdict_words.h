#pragma once

#include "core/comparison/verdict.h"

#include <string>

namespace stepscope {

// Names of values in tables, charts and sentences for readers, in the user's language. Files for machines
// keep verdictName().

/// "slower", "the same within 5 %", "too noisy to tell".
std::string verdictWord(const RatioEstimate& estimate);
/// The text of an interval's bound for a ratio; "below 0.001" or "above 1,000" for a bound that means next to
/// nothing.
std::string ratioBoundText(double bound, std::string text);
/// The same with three decimals.
std::string ratioBoundText(double bound);
/// For a threshold that someone chose: "5 %", "0.5 %".
std::string thresholdText(double share);

/// Beyond these, bounds of an interval for a ratio mean next to nothing.
inline constexpr double leastRatioBound = 0.001;
inline constexpr double largestRatioBound = 1000.0;

} // namespace stepscope
