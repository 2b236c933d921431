#include "core/exchange/operator_comparison_tables.h"

#include "core/base/format.h"
#include "core/exchange/table_value.h"
#include "core/language/sentences.h"
#include "core/language/words.h"

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

/// Keys and values of one operator in one run.
std::vector<std::pair<const char*, TableValue>> valuesOf(const OperatorCell& cell)
{
    std::vector<std::pair<const char*, TableValue>> values = {
        {"calls_per_step", cell.callsPerStep},
        {"self_us_per_step", us(cell.selfNsPerStep)},
        {"self_us_per_image", us(cell.selfNsPerImage)},
        {"step_percent", cell.stepShare ? TableValue(100.0 * *cell.stepShare) : TableValue()},
    };
    const bool known = cell.difference.has_value();
    const OperatorDifference difference = cell.difference.value_or(OperatorDifference());
    values.insert(values.end(),
                  {
                      {"difference_us", known ? us(difference.differenceNs) : TableValue()},
                      {"difference_low_us", us(end(difference.intervalNs, &Interval::low))},
                      {"difference_high_us", us(end(difference.intervalNs, &Interval::high))},
                      {"ratio", plain(difference.ratio)},
                      {"ratio_low", plain(end(difference.ratioInterval, &Interval::low))},
                      {"ratio_high", plain(end(difference.ratioInterval, &Interval::high))},
                      {"verdict", known ? TableValue(verdictName(difference.verdict)) : TableValue()},
                  });
    return values;
}

const char* basisName(OperatorBasis basis)
{
    return basis == OperatorBasis::PerImage ? "image" : "step";
}

std::string selfText(const OperatorCell& cell, OperatorBasis basis)
{
    const auto self = basis == OperatorBasis::PerImage ? cell.selfNsPerImage : cell.selfNsPerStep;
    if (cell.callsPerStep == 0.0 || !self)
        return absentText;
    return cell.stepShare ? fmt::format("{}, {}", formatNs(*self), formatShare(*cell.stepShare))
                          : formatNs(*self);
}

} // namespace

std::string operatorCellText(const OperatorCell& cell, OperatorBasis basis)
{
    const std::string self = selfText(cell, basis);
    if (!cell.difference || cell.callsPerStep == 0.0)
        return self;
    const auto with = [&](const std::string& difference) {
        return sentence(SentenceId::TimeWithDifference, {{"time", self}, {"difference", difference}});
    };
    if (cell.difference->ratio)
        return with(differenceText(*cell.difference->ratio, cell.difference->verdict));
    return cell.selfNsPerStep > 0.0 ? with(sentence(SentenceId::NotInTheBaseline)) : self;
}

std::string operatorComparisonCsv(const OperatorComparison& comparison)
{
    CsvWriter csv;
    csv.field("operator").field("pass").field("run").field("steps").field("difference_per");
    for (const auto& [key, value] : valuesOf({}))
        csv.field(key);
    csv.endRow();
    for (const auto& row : comparison.rows) {
        for (size_t i = 0; i < row.cells.size(); ++i) {
            if (comparison.runs[i].steps == 0)
                continue;
            csv.field(row.name).field(passName(row.pass)).field(comparison.runs[i].name);
            csv.field(comparison.runs[i].steps).field(basisName(comparison.basis));
            for (const auto& [key, value] : valuesOf(row.cells[i]))
                writeField(csv, value);
            csv.endRow();
        }
    }
    return csv.text();
}

std::string operatorComparisonJson(const OperatorComparison& comparison)
{
    using Json = nlohmann::ordered_json;
    Json json{{"baseline", comparison.baseline},
              {"difference_per", basisName(comparison.basis)},
              {"runs", Json::array()},
              {"operators", Json::array()}};
    for (const auto& run : comparison.runs)
        json["runs"].push_back({{"name", run.name}, {"steps", run.steps}});
    for (const auto& row : comparison.rows) {
        Json one{{"operator", row.name}, {"pass", passName(row.pass)}, {"runs", Json::array()}};
        for (size_t i = 0; i < row.cells.size(); ++i) {
            Json cell; // null for a run that recorded nothing
            if (comparison.runs[i].steps > 0)
                for (const auto& [key, value] : valuesOf(row.cells[i]))
                    cell[key] = jsonOf(value);
            one["runs"].push_back(std::move(cell));
        }
        json["operators"].push_back(std::move(one));
    }
    return jsonText(json);
}

std::string operatorComparisonMarkdown(const OperatorComparison& comparison, size_t limit)
{
    std::string text = "| Operator | Pass |";
    for (size_t i = 0; i < comparison.runs.size(); ++i)
        text += markdownRunHeader(comparison.runs[i].name, i == comparison.baseline);
    text += "\n" + markdownRule(2, comparison.runs.size());
    for (size_t row = 0; row < std::min(limit, comparison.rows.size()); ++row) {
        const auto& [name, pass, cells] = comparison.rows[row];
        text += fmt::format("| {} | {} |", markdownText(name), passWord(pass));
        for (const auto& cell : cells)
            text += fmt::format(" {} |", operatorCellText(cell, comparison.basis));
        text += "\n";
    }
    if (limit < comparison.rows.size())
        text += fmt::format("\nOperators with smaller differences, left out: {}.\n",
                            comparison.rows.size() - limit);
    return text;
}

} // namespace stepscope
