#include "core/report/comparison_charts.h"

#include "core/base/format.h"
#include "core/base/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace stepscope {

namespace {

constexpr size_t shownOperators = 7; // with that of the others, as many as the palette has colours

/// A figure of a run for a chart, with what it lies between.
struct ChartFigure
{
    double value = 0.0;
    std::optional<Interval> interval = {};
};
using FigureOf = std::optional<ChartFigure> (*)(const RunComparison& run);

struct FigureChart
{
    const char* id;
    const char* title;
    ChartAxis axis;
    FigureOf figure;
};

std::optional<ChartFigure> plain(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? std::optional(ChartFigure{.value = *value}) : std::nullopt;
}

std::optional<ChartFigure> stepTimeOf(const RunComparison& run)
{
    if (!run.stepTimes)
        return std::nullopt;
    return ChartFigure{run.stepTimes->medianNs, Interval{run.stepTimes->p5Ns, run.stepTimes->p95Ns}};
}

/// Images in the same time, against the baseline.
std::optional<ChartFigure> speedupOf(const RunComparison& run)
{
    if (!run.imageTime || !(run.imageTime->ratio > 0))
        return std::nullopt;
    ChartFigure speedup{.value = 1.0 / run.imageTime->ratio};
    const auto& interval = run.imageTime->interval;
    if (run.imageTime->verdict != Verdict::TooFewSamples && interval.low > 0)
        speedup.interval = Interval{1.0 / interval.high, 1.0 / interval.low};
    return speedup;
}

std::vector<FigureChart> figureCharts()
{
    return {
        {"images_per_second",
         "Images per second",
         {.unit = "images/s"},
         [](const RunComparison& run) { return plain(run.imagesPerSecond); }},
        {"step_time",
         "Time of a training step",
         {.title = "median, with 5th to 95th percentile", .quantity = Quantity::Nanoseconds},
         stepTimeOf},
        {"speedup", "Speedup", {.title = "images in the same time, baseline = 1", .unit = "×"}, speedupOf},
        {"epoch_time",
         "Training time of an epoch",
         {.title = "mean", .quantity = Quantity::Nanoseconds},
         [](const RunComparison& run) { return plain(run.epochNs); }},
        {"cpu_use",
         "CPU use",
         {.title = "of one processor", .unit = "%"},
         [](const RunComparison& run) { return plain(run.cpuPercent); }},
        {"memory",
         "Peak memory of the process",
         {.title = "resident", .quantity = Quantity::Bytes},
         [](const RunComparison& run) {
             return plain(run.peakResidentBytes ? std::optional(double(*run.peakResidentBytes))
                                                : std::nullopt);
         }},
        {"test_accuracy",
         "Test accuracy at the end",
         {.title = "of the test images", .quantity = Quantity::Share},
         [](const RunComparison& run) {
             return plain(run.test ? std::optional(run.test->finalAccuracy) : std::nullopt);
         }},
    };
}

/// The figures of the runs that have them; the baseline's speedup is 1.
std::vector<std::optional<ChartFigure>> figuresOf(const Comparison& comparison, const FigureChart& asked)
{
    std::vector<std::optional<ChartFigure>> figures;
    bool anyCompared = false;
    for (const auto& run : comparison.runs) {
        figures.push_back(asked.figure(run));
        anyCompared = anyCompared || figures.back();
    }
    if (asked.figure == speedupOf && anyCompared)
        figures[comparison.baseline] = ChartFigure{.value = 1.0};
    return figures;
}

std::set<int64_t> batchSizesOf(const Comparison& comparison,
                               const std::vector<std::optional<ChartFigure>>& figures)
{
    std::set<int64_t> sizes;
    for (size_t i = 0; i < figures.size(); ++i) {
        if (figures[i] && comparison.runs[i].batchSize > 0)
            sizes.insert(comparison.runs[i].batchSize);
    }
    return sizes;
}

/// A line a variant, over the batch size.
void fillLines(Chart& chart, const Comparison& comparison,
               const std::vector<std::optional<ChartFigure>>& figures)
{
    std::vector<std::string> variants;
    for (const auto& run : comparison.runs) {
        if (std::ranges::find(variants, run.variant) == variants.end())
            variants.push_back(run.variant);
    }
    for (const auto& variant : variants) {
        std::vector<size_t> order;
        for (size_t i = 0; i < figures.size(); ++i) {
            if (figures[i] && comparison.runs[i].variant == variant)
                order.push_back(i);
        }
        std::ranges::stable_sort(order, {}, [&](size_t i) { return comparison.runs[i].batchSize; });
        ChartSeries series{.name = variant, .points = true};
        for (const size_t i : order) {
            series.x.push_back(double(comparison.runs[i].batchSize));
            series.y.push_back(figures[i]->value);
            constexpr double none = std::numeric_limits<double>::quiet_NaN();
            series.intervals.push_back(figures[i]->interval.value_or(Interval{none, none}));
        }
        if (!series.x.empty())
            chart.series.push_back(std::move(series));
    }
}

void fillBars(Chart& chart, const Comparison& comparison,
              const std::vector<std::optional<ChartFigure>>& figures)
{
    ChartSeries series;
    for (size_t i = 0; i < figures.size(); ++i) {
        if (!figures[i])
            continue;
        chart.categories.push_back(comparison.runs[i].name);
        const auto& color = comparison.runs[i].color;
        chart.categoryColors.push_back(color.empty() ? std::string(lightPalette().series[i % 8]) : color);
        series.y.push_back(figures[i]->value);
        if (figures[i]->interval)
            series.intervals.push_back(*figures[i]->interval);
    }
    if (series.intervals.size() != series.y.size())
        series.intervals.clear();
    chart.series.push_back(std::move(series));
}

/// Small values beside ones twenty times as large are only seen on a logarithmic axis.
AxisScale fittingScale(const Chart& chart)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const auto& series : chart.series) {
        for (const double value : series.y) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    return low > 0 && high / low > 20 ? AxisScale::Log : AxisScale::Linear;
}

std::optional<Chart> figureChart(const Comparison& comparison, const FigureChart& asked)
{
    const auto figures = figuresOf(comparison, asked);
    const auto count = std::ranges::count_if(figures, [](const auto& figure) { return figure.has_value(); });
    if (count < 2) // one figure is no comparison
        return std::nullopt;
    Chart chart{.id = asked.id, .title = asked.title};
    const auto sizes = batchSizesOf(comparison, figures);
    if (sizes.size() < 2) {
        chart.kind = ChartKind::GroupedBars;
        chart.x = asked.axis;
        fillBars(chart, comparison, figures);
        return chart;
    }
    chart.kind = ChartKind::Lines;
    chart.x = {.title = "Batch size",
               .quantity = Quantity::Count,
               .scale = AxisScale::Log,
               .ticks = std::vector<double>(sizes.begin(), sizes.end())};
    chart.y = asked.axis;
    fillLines(chart, comparison, figures);
    if (asked.figure == speedupOf)
        chart.series.push_back({.name = {},
                                .color = "#75818f",
                                .x = {double(*sizes.begin()), double(*sizes.rbegin())},
                                .y = {1.0, 1.0},
                                .faint = true});
    else if (chart.y.quantity == Quantity::Nanoseconds)
        chart.y.scale = fittingScale(chart);
    // Shares of accuracy are looked at closely; of what costs time or memory, the whole is to be seen.
    if (chart.y.quantity != Quantity::Share && chart.y.scale == AxisScale::Linear)
        chart.y.minimum = 0;
    return chart;
}

std::optional<double> selfOf(const OperatorCell& cell, OperatorBasis basis)
{
    return basis == OperatorBasis::PerImage ? cell.selfNsPerImage : std::optional(cell.selfNsPerStep);
}

/// The rows with the largest shares of any run's operators, largest first.
std::vector<size_t> largestRows(const OperatorComparison& operators)
{
    std::vector<double> sums(operators.runs.size());
    for (const auto& row : operators.rows)
        for (size_t run = 0; run < sums.size(); ++run)
            sums[run] += row.cells[run].selfNsPerStep;
    std::vector<std::pair<double, size_t>> shares;
    for (size_t i = 0; i < operators.rows.size(); ++i) {
        double share = 0;
        for (size_t run = 0; run < sums.size(); ++run)
            share += sums[run] > 0 ? operators.rows[i].cells[run].selfNsPerStep / sums[run] : 0.0;
        shares.emplace_back(-share, i);
    }
    std::ranges::sort(shares);
    std::vector<size_t> rows;
    for (size_t i = 0; i < std::min(shownOperators, shares.size()); ++i)
        rows.push_back(shares[i].second);
    return rows;
}

std::optional<Chart> operatorChart(const OperatorComparison& operators, OperatorBasis basis)
{
    const bool perImage = basis == OperatorBasis::PerImage;
    Chart chart{.id = perImage ? "operators_per_image" : "operators_per_step",
                .title = perImage ? "Operators: self time per image" : "Operators: self time per step",
                .kind = ChartKind::StackedBars};
    chart.x = {.title = perImage ? "self time per image" : "self time per step",
               .quantity = Quantity::Nanoseconds};
    std::vector<size_t> runs;
    for (size_t run = 0; run < operators.runs.size(); ++run) {
        const auto hasFigure = [&](const OperatorComparisonRow& row) {
            return selfOf(row.cells[run], basis) > 0.0;
        };
        if (operators.runs[run].steps > 0 && std::ranges::any_of(operators.rows, hasFigure))
            runs.push_back(run);
    }
    if (runs.empty())
        return std::nullopt;
    for (const size_t run : runs)
        chart.categories.push_back(operators.runs[run].name);

    const auto shown = largestRows(operators);
    std::map<std::string_view, int> passes;
    for (const auto& row : operators.rows)
        ++passes[row.name];
    ChartSeries others{.name = "all others", .color = std::string(lightPalette().series.back())};
    others.y.resize(runs.size());
    for (const size_t index : shown) {
        const auto& row = operators.rows[index];
        auto name = withoutNamespace(row.name);
        if (passes[row.name] > 1)
            name += fmt::format(" ({})", passName(row.pass));
        chart.series.push_back({.name = name});
        for (const size_t run : runs)
            chart.series.back().y.push_back(selfOf(row.cells[run], basis).value_or(0.0));
    }
    for (size_t index = 0; index < operators.rows.size(); ++index) {
        if (std::ranges::find(shown, index) != shown.end())
            continue;
        for (size_t i = 0; i < runs.size(); ++i)
            others.y[i] += selfOf(operators.rows[index].cells[runs[i]], basis).value_or(0.0);
    }
    if (operators.rows.size() > shown.size())
        chart.series.push_back(std::move(others));
    return chart;
}

} // namespace

std::vector<Chart> comparisonCharts(const Comparison& comparison, const OperatorComparison& operators)
{
    std::vector<Chart> charts;
    const auto add = [&](std::optional<Chart> chart) {
        if (chart)
            charts.push_back(std::move(*chart));
    };
    for (const auto& asked : figureCharts())
        add(figureChart(comparison, asked));
    add(operatorChart(operators, OperatorBasis::PerStep));
    const auto isAsFirst = [&](const RunComparison& run) {
        return run.batchSize == comparison.runs.front().batchSize;
    };
    if (!std::ranges::all_of(comparison.runs, isAsFirst)) // else it tells the same
        add(operatorChart(operators, OperatorBasis::PerImage));
    return charts;
}

} // namespace stepscope
