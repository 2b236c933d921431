#pragma once

#include "core/base/files/csv.h"
#include "core/comparison/recorder_trial.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace stepscope {

/// A value of a table for machines; the first alternative: there is none.
using TableValue = std::variant<std::monostate, int64_t, double, std::string>;

/// What stands for an absent value in a table to be read.
inline constexpr auto absentText = "–";

/// As a field; nothing for an absent value and for numbers that are not finite.
void writeField(CsvWriter& csv, const TableValue& value);
/// As a field; nothing unless it is known.
void knownField(CsvWriter& csv, bool isKnown, double value);
/// Nanoseconds in the unit of the tables' times.
inline double microseconds(int64_t nanoseconds)
{
    return double(nanoseconds) / 1e3;
}
/// Null likewise.
nlohmann::ordered_json jsonOf(const TableValue& value);
/// Indented, with what is not UTF-8 replaced.
std::string jsonText(const nlohmann::ordered_json& json);

/// As text in a cell of a Markdown table: characters that mean something in Markdown or HTML are escaped,
/// line breaks become blanks, and what could control a terminal is written out as visibleLine() does.
std::string markdownText(std::string_view text);
/// The line below the header of a Markdown table: texts to the left, numbers to the right.
std::string markdownRule(size_t textColumns, size_t numberColumns);
/// The header of a run's column.
std::string markdownRunHeader(const std::string& name, bool isBaseline);

/// "+12.3 %, slower", "−4.0 %, faster", "the same within 5 %", "too noisy to tell: ×0.68, 0.32–1.59",
/// "×1.50, too few steps", "×4.00, for another batch size".
std::string differenceText(const RatioEstimate& estimate);

/// "1.2 %", "−0.4 %".
std::string signedShareText(double share);
/// "1.2 % (0.8 to 1.7 %)", "not measurable: −0.4 % (−1.2 to 0.6 %)".
std::string recorderCostText(const RecorderCost& cost);

} // namespace stepscope
