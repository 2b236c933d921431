#pragma once

#include "core/base/files/csv.h"
#include "core/comparison/recorder_trial.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace stepscope {

/// A value of a table for programs; the first alternative: no value.
using TableValue = std::variant<std::monostate, int64_t, double, std::string>;

/// The mark of an absent value in a table for readers.
inline constexpr auto absentText = "–";

/// Writes a field; empty for an absent value and for numbers that are not finite.
void writeField(CsvWriter& csv, const TableValue& value);
/// Writes a field; empty if the value is not known.
void knownField(CsvWriter& csv, bool isKnown, double value);
/// Converts nanoseconds to the unit of the tables' times.
inline double microseconds(int64_t nanoseconds)
{
    return double(nanoseconds) / 1e3;
}
/// Null in the same cases.
nlohmann::ordered_json jsonOf(const TableValue& value);
/// Indented, with invalid UTF-8 replaced.
std::string jsonText(const nlohmann::ordered_json& json);

/// As text in a cell of a Markdown table: special characters of Markdown and HTML are escaped, line breaks
/// become spaces, and terminal control characters are written out as in visibleLine().
std::string markdownText(std::string_view text);
/// The line below the header of a Markdown table: texts left-aligned, numbers right-aligned.
std::string markdownRule(size_t textColumns, size_t numberColumns);
/// The header of a run's column.
std::string markdownRunHeader(const std::string& name, bool isBaseline);

/// "+12.3 %, slower", "−4.0 %, faster", "the same within 5 %", "too noisy to tell: ×0.68, 0.32–1.59",
/// "×1.50, too few steps", "×4.00 (other batch size)".
std::string differenceText(const RatioEstimate& estimate);

/// "1.2 %", "−0.4 %".
std::string signedShareText(double share);
/// "1.2 % (0.8 to 1.7 %)", "not measurable: −0.4 % (−1.2 to 0.6 %)".
std::string recorderCostText(const RecorderCost& cost);

} // namespace stepscope
