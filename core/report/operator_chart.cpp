#include "core/report/operator_chart.h"

#include "core/base/palette.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/report/repeats_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stepscope {

namespace {

constexpr size_t shownOperators = 7; // together with the others, as many as the palette has colors

std::optional<double> selfOf(const OperatorCell& cell, OperatorBasis basis)
{
    return basis == OperatorBasis::PerImage ? cell.selfNsPerImage : cell.selfNsPerStep;
}

/// A run, or the repeats of a setting.
struct Bar
{
    std::string name;
    std::vector<size_t> runs;
};

/// For the runs that have the figures. If there is only one setting, each repeat has its own bar.
std::vector<Bar> barsOf(const OperatorComparison& operators, OperatorBasis basis,
                        std::span<const SettingFigures> settings)
{
    const bool bySetting = settings.size() > 1 && hasRepeats(settings);
    std::vector<Bar> bars;
    const auto add = [&](const std::string& name, std::span<const size_t> runs) {
        Bar bar{.name = name, .runs = {}};
        for (const size_t run : runs) {
            const auto hasFigure = [&](const OperatorComparisonRow& row) {
                return selfOf(row.cells[run], basis) > 0.0;
            };
            if (operators.runs[run].steps > 0 && std::ranges::any_of(operators.rows, hasFigure))
                bar.runs.push_back(run);
        }
        if (!bar.runs.empty())
            bars.push_back(std::move(bar));
    };
    if (bySetting) {
        for (const auto& setting : settings)
            add(setting.runs.size() > 1 ? setting.name : operators.runs[setting.runs[0]].name, setting.runs);
    } else {
        for (size_t run = 0; run < operators.runs.size(); ++run)
            add(operators.runs[run].name, std::span(&run, 1));
    }
    return bars;
}

double meanOf(const OperatorComparisonRow& row, const Bar& bar, OperatorBasis basis)
{
    double sum = 0;
    for (const size_t run : bar.runs)
        sum += selfOf(row.cells[run], basis).value_or(0.0);
    return sum / double(bar.runs.size());
}

/// The rows with the largest shares in any run, largest first.
std::vector<size_t> largestRows(const OperatorComparison& operators)
{
    std::vector<double> sums(operators.runs.size());
    for (const auto& row : operators.rows)
        for (size_t run = 0; run < sums.size(); ++run)
            sums[run] += row.cells[run].selfNs;
    std::vector<std::pair<double, size_t>> shares;
    for (size_t i = 0; i < operators.rows.size(); ++i) {
        double share = 0;
        for (size_t run = 0; run < sums.size(); ++run)
            share += sums[run] > 0 ? operators.rows[i].cells[run].selfNs / sums[run] : 0.0;
        shares.emplace_back(-share, i);
    }
    std::ranges::sort(shares);
    std::vector<size_t> rows;
    for (size_t i = 0; i < std::min(shownOperators, shares.size()); ++i)
        rows.push_back(shares[i].second);
    return rows;
}

} // namespace

std::optional<Chart> operatorChart(const OperatorComparison& operators, OperatorBasis basis,
                                   std::span<const SettingFigures> settings)
{
    const bool perImage = basis == OperatorBasis::PerImage;
    Chart chart{.id = perImage ? "operators_per_image" : "operators_per_step",
                .title = translated(perImage ? translatable("Operators: self time per sample")
                                             : translatable("Operators: self time per step")),
                .kind = ChartKind::StackedBars};
    chart.x = {.title = translated(perImage ? translatable("self time per sample")
                                            : translatable("self time per step")),
               .quantity = Quantity::Nanoseconds};
    const auto bars = barsOf(operators, basis, settings);
    if (bars.empty())
        return std::nullopt;
    chart.note = repeatsNote(translatable("Mean of {count} repeats."), bars, &Bar::runs);
    for (const auto& bar : bars)
        chart.categories.push_back(bar.name);

    const auto shown = largestRows(operators);
    std::map<std::string_view, int> passes;
    for (const auto& row : operators.rows)
        ++passes[row.name];
    ChartSeries others{.name = translated("all others"), .color = std::string(lightPalette().series.back())};
    others.y.resize(bars.size());
    for (const size_t index : shown) {
        const auto& row = operators.rows[index];
        auto name = withoutNamespace(row.name);
        if (passes[row.name] > 1)
            name += fmt::format(" ({})", passWord(row.pass));
        chart.series.push_back({.name = name});
        for (const auto& bar : bars)
            chart.series.back().y.push_back(meanOf(row, bar, basis));
    }
    for (size_t index = 0; index < operators.rows.size(); ++index) {
        if (std::ranges::find(shown, index) != shown.end())
            continue;
        for (size_t i = 0; i < bars.size(); ++i)
            others.y[i] += meanOf(operators.rows[index], bars[i], basis);
    }
    if (operators.rows.size() > shown.size())
        chart.series.push_back(std::move(others));
    return chart;
}

} // namespace stepscope
