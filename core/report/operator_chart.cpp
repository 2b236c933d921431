#include "core/report/operator_chart.h"

#include "core/base/palette.h"
#include "core/base/text/format.h"
#include "core/base/text/short_names.h"
#include "core/base/text/symbol_name.h"
#include "core/language/translation.h"
#include "core/report/repeats_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stepscope {

namespace {

constexpr size_t shownParts = 7; // together with the others, as many as the palette has colors

using Rows = std::vector<OperatorComparisonRow>;

/// What a chart of operators or of kernels says.
struct PartsWords
{
    const char* id;
    Translatable title;
    Translatable axis;
};

PartsWords wordsOf(bool areKernels, OperatorBasis basis)
{
    if (areKernels && basis == OperatorBasis::PerImage)
        return {"kernels_per_image", translatable("Kernels: device time per sample"),
                translatable("device time per sample")};
    if (areKernels)
        return {"kernels_per_step", translatable("Kernels: device time per step"),
                translatable("device time per step")};
    if (basis == OperatorBasis::PerImage)
        return {"operators_per_image", translatable("Operators: self time per sample"),
                translatable("self time per sample")};
    return {"operators_per_step", translatable("Operators: self time per step"),
            translatable("self time per step")};
}

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
std::vector<Bar> barsOf(const OperatorComparison& operators, const Rows& rows, OperatorBasis basis,
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
            if (operators.runs[run].steps > 0 && std::ranges::any_of(rows, hasFigure))
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
std::vector<size_t> largestRows(const Rows& rows, size_t runs)
{
    std::vector<double> sums(runs);
    for (const auto& row : rows)
        for (size_t run = 0; run < sums.size(); ++run)
            sums[run] += row.cells[run].selfNs;
    std::vector<std::pair<double, size_t>> shares;
    for (size_t i = 0; i < rows.size(); ++i) {
        double share = 0;
        for (size_t run = 0; run < sums.size(); ++run)
            share += sums[run] > 0 ? rows[i].cells[run].selfNs / sums[run] : 0.0;
        shares.emplace_back(-share, i);
    }
    std::ranges::sort(shares);
    std::vector<size_t> largest;
    for (size_t i = 0; i < std::min(shownParts, shares.size()); ++i)
        largest.push_back(shares[i].second);
    return largest;
}

/// "conv2d", or "relu (forward)" where other passes have it as well.
std::vector<std::string> namesOf(const Rows& rows, ShortNames::Shorten shorten)
{
    ShortNames shortNames(shorten);
    std::map<std::string_view, int> passes;
    for (const auto& row : rows) {
        shortNames.add(row.name);
        ++passes[row.name];
    }
    std::vector<std::string> names;
    for (const auto& row : rows) {
        names.push_back(shortNames.of(row.name));
        if (passes[row.name] > 1)
            names.back() += fmt::format(" ({})", passWord(row.pass));
    }
    return names;
}

std::optional<Chart> partsChart(const OperatorComparison& operators, bool areKernels, OperatorBasis basis,
                                std::span<const SettingFigures> settings)
{
    const Rows& rows = areKernels ? operators.kernels : operators.rows;
    const auto words = wordsOf(areKernels, basis);
    Chart chart{.id = words.id, .title = translated(words.title), .kind = ChartKind::StackedBars};
    chart.x = {.title = translated(words.axis), .quantity = Quantity::Nanoseconds};
    const auto bars = barsOf(operators, rows, basis, settings);
    if (bars.empty())
        return std::nullopt;
    chart.note = repeatsNote(translatable("Mean of {count} repeats."), bars, &Bar::runs);
    for (const auto& bar : bars)
        chart.categories.push_back(bar.name);

    const auto shown = largestRows(rows, operators.runs.size());
    const auto names = namesOf(rows, areKernels ? &shortSymbol : &withoutNamespace);
    ChartSeries others{.name = translated("all others"), .color = std::string(lightPalette().series.back())};
    others.y.resize(bars.size());
    for (const size_t index : shown) {
        chart.series.push_back({.name = names[index]});
        for (const auto& bar : bars)
            chart.series.back().y.push_back(meanOf(rows[index], bar, basis));
    }
    for (size_t index = 0; index < rows.size(); ++index) {
        if (std::ranges::find(shown, index) != shown.end())
            continue;
        for (size_t i = 0; i < bars.size(); ++i)
            others.y[i] += meanOf(rows[index], bars[i], basis);
    }
    if (rows.size() > shown.size())
        chart.series.push_back(std::move(others));
    return chart;
}

} // namespace

std::optional<Chart> operatorChart(const OperatorComparison& operators, OperatorBasis basis,
                                   std::span<const SettingFigures> settings)
{
    return partsChart(operators, false, basis, settings);
}

std::optional<Chart> kernelChart(const OperatorComparison& operators, OperatorBasis basis,
                                 std::span<const SettingFigures> settings)
{
    auto chart = partsChart(operators, true, basis, settings);
    if (chart) {
        const auto repeats = chart->note.empty() ? std::string() : " " + chart->note;
        chart->note = translated("Kernels, copies and memory sets, whatever launched them. Concurrent work "
                                 "counts several times.") +
                      repeats;
    }
    return chart;
}

} // namespace stepscope
