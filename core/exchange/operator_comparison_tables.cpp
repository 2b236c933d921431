#include "core/exchange/operator_comparison_tables.h"

#include "core/base/text/format.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/table_value.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

TableValue us(std::optional<double> nanoseconds)
{
    return nanoseconds ? TableValue(*nanoseconds / 1e3) : TableValue();
}

TableValue plain(std::optional<double> value)
{
    return value ? TableValue(*value) : TableValue();
}

std::optional<double> end(const std::optional<Interval>& interval, double Interval::*which)
{
    return interval ? std::optional((*interval).*which) : std::nullopt;
}

using Values = std::vector<std::pair<const char*, TableValue>>;

struct DifferenceKeys
{
    const char* differenceUs;
    const char* lowUs;
    const char* highUs;
    const char* ratio;
    const char* ratioLow;
    const char* ratioHigh;
    const char* verdict;
};

constexpr DifferenceKeys selfKeys = {"difference_us", "difference_low_us", "difference_high_us",
                                     "ratio",         "ratio_low",         "ratio_high",
                                     "verdict"};
constexpr DifferenceKeys deviceKeys = {
    "device_difference_us", "device_difference_low_us", "device_difference_high_us",
    "device_ratio",         "device_ratio_low",         "device_ratio_high",
    "device_verdict"};

void addDifference(Values& values, const DifferenceKeys& keys, const std::optional<OperatorDifference>& cell)
{
    const bool known = cell.has_value();
    const OperatorDifference difference = cell.value_or(OperatorDifference());
    values.insert(values.end(),
                  {
                      {keys.differenceUs, known ? us(difference.differenceNs) : TableValue()},
                      {keys.lowUs, us(end(difference.intervalNs, &Interval::low))},
                      {keys.highUs, us(end(difference.intervalNs, &Interval::high))},
                      {keys.ratio, plain(difference.ratio)},
                      {keys.ratioLow, plain(end(difference.ratioInterval, &Interval::low))},
                      {keys.ratioHigh, plain(end(difference.ratioInterval, &Interval::high))},
                      {keys.verdict, known ? TableValue(operatorVerdictName(difference)) : TableValue()},
                  });
}

/// Keys and values of one operator in one run.
Values valuesOf(const OperatorCell& cell, OperatorBasis basis)
{
    const bool inTotal = basis == OperatorBasis::Total;
    const bool areCallsKnown = cell.calls > 0.0 || cell.selfNs == 0.0; // missing in some profiles
    const TableValue calls = areCallsKnown ? TableValue(cell.calls) : TableValue();
    Values values = {
        {"calls_per_step", inTotal ? TableValue() : calls},
        {"calls", inTotal ? calls : TableValue()},
        {"self_us", us(cell.selfNs)},
        {"self_us_per_step", us(cell.selfNsPerStep)},
        {"self_us_per_image", us(cell.selfNsPerImage)},
        {"step_percent", cell.stepShare ? TableValue(100.0 * *cell.stepShare) : TableValue()},
    };
    addDifference(values, selfKeys, cell.difference);
    values.emplace_back("device_us", us(cell.deviceNs));
    addDifference(values, deviceKeys, cell.deviceDifference);
    return values;
}

const char* basisName(OperatorBasis basis)
{
    switch (basis) {
    case OperatorBasis::PerStep:
        return "step";
    case OperatorBasis::PerImage:
        return "image";
    case OperatorBasis::Total:
        break;
    }
    return "total";
}

std::string withDifference(const std::string& time, const std::optional<OperatorDifference>& difference)
{
    return difference ? translated("{time} ({difference})",
                                   {{"time", time}, {"difference", operatorDifferenceText(*difference)}})
                      : time;
}

void writeRows(CsvWriter& csv, const OperatorComparison& comparison, const char* kind,
               const std::vector<OperatorComparisonRow>& rows)
{
    for (const auto& row : rows) {
        for (size_t i = 0; i < row.cells.size(); ++i) {
            const auto& run = comparison.runs[i];
            if (!run.isRecorded)
                continue;
            csv.field(row.name).field(kind).field(passName(row)).field(run.name);
            writeField(csv, run.steps > 0 ? TableValue(run.steps) : TableValue());
            csv.field(basisName(comparison.basis));
            for (const auto& [key, value] : valuesOf(row.cells[i], comparison.basis))
                writeField(csv, value);
            csv.endRow();
        }
    }
}

nlohmann::ordered_json jsonRows(const OperatorComparison& comparison, const char* what,
                                const std::vector<OperatorComparisonRow>& rows)
{
    using Json = nlohmann::ordered_json;
    Json all = Json::array();
    for (const auto& row : rows) {
        Json one{{what, row.name}, {"pass", passName(row)}, {"runs", Json::array()}};
        for (size_t i = 0; i < row.cells.size(); ++i) {
            Json cell; // null for a run that recorded nothing
            if (comparison.runs[i].isRecorded)
                for (const auto& [key, value] : valuesOf(row.cells[i], comparison.basis))
                    cell[key] = jsonOf(value);
            one["runs"].push_back(std::move(cell));
        }
        all.push_back(std::move(one));
    }
    return all;
}

std::string markdownRows(const OperatorComparison& comparison, Translatable title, Translatable leftOut,
                         const std::vector<OperatorComparisonRow>& rows, size_t limit)
{
    std::string text = fmt::format("| {} | {} |", translated(title), translated("Pass"));
    for (size_t i = 0; i < comparison.runs.size(); ++i)
        text += markdownRunHeader(comparison.runs[i].name, i == comparison.baseline);
    text += "\n" + markdownRule(2, comparison.runs.size());
    for (size_t row = 0; row < std::min(limit, rows.size()); ++row) {
        text += fmt::format("| {} | {} |", markdownText(rows[row].name), passWord(rows[row]));
        for (const auto& cell : rows[row].cells)
            text += fmt::format(" {} |", operatorCellText(cell));
        text += "\n";
    }
    if (limit < rows.size())
        text += "\n" + translated(leftOut, {{"count", formatCount(int64_t(rows.size() - limit))}}) + "\n";
    return text;
}

std::string shareOfStepText(const OperatorCell& cell)
{
    return cell.selfNs > 0.0 ? formatShareAboveZero(*cell.stepShare) : formatShare(*cell.stepShare);
}

} // namespace

std::string basisText(const OperatorComparison& comparison)
{
    switch (comparison.basis) {
    case OperatorBasis::PerStep:
        return comparison.hasOtherSamples
                   ? translated("Times are per step, not per sample, because the samples of the runs have "
                                "different sizes.")
                   : translated("Times are per step.");
    case OperatorBasis::PerImage:
        return translated("Times are per sample.");
    case OperatorBasis::Total:
        break;
    }
    return translated("Times are totals: at least one of the runs has no steps with recorded operators, so "
                      "there are no shares of a step.");
}

std::string operatorDifferenceText(const OperatorDifference& difference)
{
    const bool isOfOne = difference.verdict == Verdict::Unclear && !difference.ratioInterval;
    if (isOfOne)
        return translated("too few calls to tell");
    if (difference.presence == OperatorPresence::RunOnly)
        return translated("not in the baseline");
    if (difference.presence == OperatorPresence::BaselineOnly)
        return translated("does not occur");
    const RatioEstimate estimate{.ratio = difference.ratio.value_or(1.0),
                                 .interval = difference.ratioInterval.value_or(Interval()),
                                 .verdict = difference.verdict,
                                 .sameWithin = difference.sameWithin};
    return difference.ratio ? differenceText(estimate) : verdictWord(estimate);
}

const char* operatorVerdictName(const OperatorDifference& difference)
{
    if (difference.presence == OperatorPresence::Both || difference.verdict == Verdict::Unclear)
        return verdictName(difference.verdict);
    return difference.presence == OperatorPresence::RunOnly ? "not in the baseline" : "does not occur";
}

std::string operatorCellText(const OperatorCell& cell)
{
    if (cell.calls == 0.0 && cell.selfNs == 0.0) {
        const bool isOfBaseline = cell.difference &&
                                  cell.difference->presence == OperatorPresence::BaselineOnly &&
                                  cell.difference->verdict != Verdict::Unclear;
        return isOfBaseline ? operatorDifferenceText(*cell.difference) : absentText;
    }
    const auto self = cell.stepShare ? fmt::format("{}, {}", formatNs(cell.selfNs), shareOfStepText(cell))
                                     : formatNs(cell.selfNs);
    const auto text = withDifference(self, cell.difference);
    if (!cell.deviceNs)
        return text;
    return translated(
        "{host}; device {device}",
        {{"host", text}, {"device", withDifference(formatNs(*cell.deviceNs), cell.deviceDifference)}});
}

std::string operatorComparisonCsv(const OperatorComparison& comparison)
{
    CsvWriter csv;
    csv.field("operator").field("kind").field("pass").field("run").field("steps").field("difference_per");
    for (const auto& [key, value] : valuesOf({}, comparison.basis))
        csv.field(key);
    csv.endRow();
    writeRows(csv, comparison, "operator", comparison.rows);
    writeRows(csv, comparison, "kernel", comparison.kernels);
    return csv.text();
}

std::string operatorComparisonJson(const OperatorComparison& comparison)
{
    using Json = nlohmann::ordered_json;
    Json json{{"baseline", comparison.baseline},
              {"difference_per", basisName(comparison.basis)},
              {"same_within_percent", 100 * comparison.test.sameWithin},
              {"runs", Json::array()}};
    for (const auto& run : comparison.runs)
        json["runs"].push_back({{"name", run.name}, {"steps", run.steps}});
    json["operators"] = jsonRows(comparison, "operator", comparison.rows);
    json["kernels"] = jsonRows(comparison, "kernel", comparison.kernels);
    return jsonText(json);
}

std::string operatorComparisonMarkdown(const OperatorComparison& comparison, size_t limit)
{
    std::string text = basisText(comparison) + "\n\n" +
                       markdownRows(comparison, translatable("Operator"),
                                    translatable("Operators with smaller differences, left out: {count}."),
                                    comparison.rows, limit);
    if (!comparison.kernels.empty())
        text += "\n" + markdownRows(comparison, translatable("Kernel, copy or memory set"),
                                    translatable("Kernels with smaller differences, left out: {count}."),
                                    comparison.kernels, limit);
    return text;
}

} // namespace stepscope
