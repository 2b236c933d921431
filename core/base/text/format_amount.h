#pragma once

#include <string>
#include <string_view>

namespace stepscope {

/// Amounts that a profile has counted, in the unit that Trace::unit names: "instructions", "samples",
/// "bytes"; empty: nanoseconds. Determines how such a figure is formatted wherever a time is usual.

/// With its unit: "12.3 ms", "4.50 MiB", "12.3 M instructions".
std::string formatAmount(double amount, std::string_view unit);
/// For a column whose title names the unit: "12.3 ms", "4.50 MiB", "12.3 M".
std::string formatBareAmount(double amount, std::string_view unit);

/// The noun after "self" and "total": "time", "instructions".
std::string amountNoun(std::string_view unit);
/// The name of a column for programs: "self_us", "self_instructions".
std::string amountKey(std::string_view what, std::string_view unit);
/// The value in such a column: microseconds, or the amount itself.
inline double plainAmount(double amount, std::string_view unit)
{
    return unit.empty() ? amount / 1e3 : amount;
}

} // namespace stepscope
