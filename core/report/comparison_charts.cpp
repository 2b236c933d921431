#include "core/report/comparison_charts.h"

#include "core/base/palette.h"
#include "core/base/text/format.h"
#include "core/comparison/setting_figures.h"
#include "core/comparison/verdict_words.h"
#include "core/report/operator_chart.h"
#include "core/report/repeats_note.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace stepscope {

namespace {

/// A figure of a run for a chart, with its interval.
struct ChartFigure
{
    double value = 0.0;
    std::optional<Interval> interval = {};
    bool isUnclear = false; ///< too noisy or of too few steps to tell it from the baseline
};
using FigureOf = std::optional<ChartFigure> (*)(const RunComparison& run);

struct FigureChart
{
    const char* id;
    Translatable title;
    ChartAxis axis;
    FigureOf figure;
    std::string (*note)(const Comparison& comparison) = nullptr; ///< what to know when comparing the values
};

std::optional<ChartFigure> plain(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? std::optional(ChartFigure{.value = *value}) : std::nullopt;
}

std::optional<ChartFigure> stepTimeOf(const RunComparison& run)
{
    if (!run.stepTimes)
        return std::nullopt;
    ChartFigure figure{.value = run.stepTimes->medianNs};
    if (run.stepTimes->hasPercentiles())
        figure.interval = Interval{run.stepTimes->p5Ns, run.stepTimes->p95Ns};
    return figure;
}

/// Samples in the median time of a step, relative to the baseline.
std::optional<ChartFigure> speedupOf(const RunComparison& run)
{
    if (!run.imageTime || !(run.imageTime->ratio > 0))
        return std::nullopt;
    const Verdict verdict = run.imageTime->verdict;
    ChartFigure speedup{.value = 1.0 / run.imageTime->ratio,
                        .isUnclear = verdict == Verdict::Unclear || verdict == Verdict::TooFewSamples};
    const auto& interval = run.imageTime->interval;
    if (verdict != Verdict::TooFewSamples && interval.low >= leastRatioBound &&
        interval.high <= largestRatioBound) // wider ones say nothing
        speedup.interval = Interval{1.0 / interval.high, 1.0 / interval.low};
    return speedup;
}

/// Beside the chart of speedups, which may order the runs differently.
std::string speedNote(const Comparison& comparison)
{
    const bool haveSpeedup =
        std::ranges::any_of(comparison.runs, [](const auto& run) { return speedupOf(run).has_value(); });
    return joinedSentences(
        otherSamplesText(comparison),
        haveSpeedup
            ? translated("Mean samples per second; slow steps lower it. The speedup compares median times.")
            : std::string());
}

std::string speedupNote(const Comparison&)
{
    return translated("By median times. Samples per second are means; slow steps lower them.");
}

std::vector<FigureChart> figureCharts()
{
    return {
        {"images_per_second",
         translatable("Samples per second"),
         {.title = translated("mean over the steps"), .unit = "samples/s"},
         [](const RunComparison& run) { return plain(run.imagesPerSecond); },
         speedNote},
        {"step_time",
         translatable("Time of a training step"),
         {.title = translated("median, with 5th to 95th percentile"), .quantity = Quantity::Nanoseconds},
         stepTimeOf},
        {"speedup",
         translatable("Speedup"),
         {.title = translated("by median time per sample, baseline = 1"), .unit = "×"},
         speedupOf,
         speedupNote},
        {"epoch_time",
         translatable("Training time of an epoch"),
         {.title = translated("mean"), .quantity = Quantity::Nanoseconds},
         [](const RunComparison& run) { return plain(run.epochNs); },
         otherEpochsText},
        {"cpu_use",
         translatable("CPU use (100 % = one processor)"),
         {.title = translated("mean"), .unit = "%"},
         [](const RunComparison& run) { return plain(run.cpuPercent); }},
        {"memory",
         translatable("Peak memory of the process"),
         {.title = translated("resident"), .quantity = Quantity::Bytes},
         [](const RunComparison& run) {
             return plain(run.peakResidentBytes ? std::optional(double(*run.peakResidentBytes))
                                                : std::nullopt);
         }},
        {"test_accuracy",
         translatable("Test accuracy at the end"),
         {.title = translated("of the test samples"), .quantity = Quantity::Share},
         [](const RunComparison& run) { return plain(run.test ? run.test->finalAccuracy : std::nullopt); }},
        {"validation_accuracy",
         translatable("Validation accuracy at the end"),
         {.title = translated("of the validation samples"), .quantity = Quantity::Share},
         [](const RunComparison& run) {
             return plain(run.validation ? run.validation->finalAccuracy : std::nullopt);
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

/// A point to draw: the figure of a run, or of a setting's repeats.
struct FigurePoint
{
    std::string name;
    std::string color;
    std::string variant;
    int64_t batchSize = 0;
    ChartFigure figure;
    std::vector<size_t> runs;
};

/// One point per setting if there are several, some with repeats; otherwise none.
std::vector<FigurePoint> pointsOfSettings(const Comparison& comparison,
                                          const std::vector<std::optional<ChartFigure>>& figures)
{
    std::vector<FigurePoint> points;
    bool anyRepeated = false;
    for (const auto& setting : settingFigures(comparison)) {
        std::vector<double> values;
        std::vector<size_t> runs;
        for (const size_t run : setting.runs) {
            if (!figures[run])
                continue;
            values.push_back(figures[run]->value);
            runs.push_back(run);
        }
        const auto across = acrossRepeats(values);
        if (!across)
            continue;
        const auto& first = comparison.runs[runs[0]];
        auto& point = points.emplace_back(FigurePoint{.name = runs.size() > 1 ? setting.name : first.name,
                                                      .color = first.color,
                                                      .variant = first.variant,
                                                      .batchSize = first.batchSize,
                                                      .figure = {across->median},
                                                      .runs = std::move(runs)});
        if (across->runs > 1) {
            point.figure.interval = Interval{across->lowest, across->highest};
            anyRepeated = true;
        }
    }
    return anyRepeated && points.size() > 1 ? points : std::vector<FigurePoint>();
}

std::vector<FigurePoint> pointsOfRuns(const Comparison& comparison,
                                      const std::vector<std::optional<ChartFigure>>& figures)
{
    std::vector<FigurePoint> points;
    for (size_t i = 0; i < figures.size(); ++i) {
        const auto& run = comparison.runs[i];
        if (figures[i])
            points.push_back({run.name, run.color, run.variant, run.batchSize, *figures[i], {i}});
    }
    return points;
}

std::set<int64_t> batchSizesOf(const std::vector<FigurePoint>& points)
{
    std::set<int64_t> sizes;
    for (const auto& point : points) {
        if (point.batchSize > 0)
            sizes.insert(point.batchSize);
    }
    return sizes;
}

/// The colors of each variant's first run, by which its line is recognized elsewhere; empty if they do not
/// distinguish the variants. The points are in the order of the runs.
std::vector<std::string> colorsOf(const std::vector<std::string>& variants,
                                  const std::vector<FigurePoint>& points)
{
    std::vector<std::string> colors;
    for (const auto& variant : variants)
        colors.push_back(std::ranges::find(points, variant, &FigurePoint::variant)->color);
    const std::set<std::string> different(colors.begin(), colors.end());
    if (variants.size() < 2 || different.size() < colors.size() || different.contains(""))
        return {};
    return colors;
}

/// One line per variant, over the batch size.
void fillLines(Chart& chart, const Comparison& comparison, std::vector<FigurePoint> points,
               const std::vector<std::optional<ChartFigure>>& figures)
{
    std::vector<std::string> variants;
    for (const auto& point : points) {
        if (std::ranges::find(variants, point.variant) == variants.end())
            variants.push_back(point.variant);
    }
    const auto colors = colorsOf(variants, points);
    std::ranges::stable_sort(points, {}, &FigurePoint::batchSize);
    for (size_t i = 0; i < variants.size(); ++i) {
        const auto& variant = variants[i];
        ChartSeries series{.name = variant, .points = true};
        if (!colors.empty())
            series.color = colors[i];
        else
            series.line = lineAfter(i / lightPalette().series.size()); // of the same color
        for (const auto& point : points) {
            if (point.variant != variant)
                continue;
            const auto x = double(point.batchSize);
            series.x.push_back(x);
            series.y.push_back(point.figure.value);
            series.hollow.push_back(point.figure.isUnclear);
            constexpr double none = std::numeric_limits<double>::quiet_NaN();
            series.intervals.push_back(point.figure.interval.value_or(Interval{none, none}));
            if (point.runs.size() < 2)
                continue;
            for (const size_t run : point.runs)
                series.marks.push_back({x, figures[run]->value, comparison.runs[run].name});
        }
        chart.series.push_back(std::move(series));
    }
}

void fillBars(Chart& chart, const std::vector<FigurePoint>& points)
{
    ChartSeries series;
    for (const auto& point : points) {
        chart.categories.push_back(point.name);
        const auto& palette = lightPalette().series;
        chart.categoryColors.push_back(
            point.color.empty() ? std::string(palette[point.runs[0] % palette.size()]) : point.color);
        series.y.push_back(point.figure.value);
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        series.intervals.push_back(point.figure.interval.value_or(Interval{none, none}));
    }
    chart.series.push_back(std::move(series));
}

/// Small values next to values twenty times as large are only visible on a logarithmic axis.
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

/// Which points the chart does not tell from the baseline; empty if there are none.
std::string unclearNote(const std::vector<FigurePoint>& points, ChartKind kind)
{
    std::string names;
    for (const auto& point : points) {
        if (point.figure.isUnclear)
            names += (names.empty() ? "" : ", ") + point.name;
    }
    if (names.empty())
        return {};
    return kind == ChartKind::Lines
               ? translated("Hollow: too noisy, or too few steps, to tell from the baseline.")
               : translated("Too noisy, or too few steps, to tell from the baseline: {names}.",
                            {{"names", names}});
}

bool haveIntervals(const std::vector<std::optional<ChartFigure>>& figures)
{
    return std::ranges::any_of(figures, [](const auto& figure) { return figure && figure->interval; });
}

std::optional<Chart> figureChart(const Comparison& comparison, const FigureChart& asked)
{
    auto figures = figuresOf(comparison, asked);
    const auto count = std::ranges::count_if(figures, [](const auto& figure) { return figure.has_value(); });
    if (count < 2) // one figure is not a comparison
        return std::nullopt;
    Chart chart{.id = asked.id, .title = translated(asked.title)};
    auto axis = asked.axis;
    auto points = pointsOfSettings(comparison, figures);
    const bool repeated = !points.empty();
    if (repeated && asked.figure == speedupOf) {
        const auto values = speedups(comparison);
        for (size_t i = 0; i < figures.size(); ++i)
            figures[i] = plain(values[i]);
        points = pointsOfSettings(comparison, figures);
        axis.title = translated("by median time per sample, median of the baseline's repeats = 1");
    } else if (asked.figure == stepTimeOf && (repeated || !haveIntervals(figures))) {
        axis.title = translated("median of a run's steps");
    }
    if (!repeated)
        points = pointsOfRuns(comparison, figures);
    const auto sizes = batchSizesOf(points);
    const auto note =
        joinedSentences(asked.note ? asked.note(comparison) : std::string(),
                        unclearNote(points, sizes.size() < 2 ? ChartKind::GroupedBars : ChartKind::Lines));
    if (sizes.size() < 2) {
        chart.kind = ChartKind::GroupedBars;
        chart.note = joinedSentences(
            repeatsNote(
                translatable("Median of {count} repeats, with a line from the lowest to the highest."),
                points, &FigurePoint::runs),
            note);
        chart.x = std::move(axis);
        fillBars(chart, points);
        return chart;
    }
    chart.kind = ChartKind::Lines;
    chart.note = joinedSentences(
        repeatsNote(
            translatable("Line: median of {count} repeats; bars: lowest to highest; rings: single runs."),
            points, &FigurePoint::runs),
        note);
    chart.x = {.title = translated("Batch size"),
               .quantity = Quantity::Count,
               .scale = AxisScale::Log,
               .ticks = std::vector<double>(sizes.begin(), sizes.end())};
    chart.y = std::move(axis);
    fillLines(chart, comparison, std::move(points), figures);
    if (asked.figure == speedupOf)
        chart.series.push_back({.name = {},
                                .color = "#75818f",
                                .x = {double(*sizes.begin()), double(*sizes.rbegin())},
                                .y = {1.0, 1.0},
                                .faint = true});
    else if (chart.y.quantity == Quantity::Nanoseconds)
        chart.y.scale = fittingScale(chart);
    // Small differences in accuracy matter; for time and memory, show the axis from 0.
    if (chart.y.quantity != Quantity::Share && chart.y.scale == AxisScale::Linear)
        chart.y.minimum = 0;
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
    const auto isAsFirst = [&](const RunComparison& run) {
        return run.batchSize == comparison.runs.front().batchSize;
    };
    std::vector bases{OperatorBasis::PerStep};
    if (!std::ranges::all_of(comparison.runs, isAsFirst) && !operators.hasOtherSamples)
        bases.push_back(OperatorBasis::PerImage); // otherwise it would show the same
    const auto settings = settingFigures(comparison);
    for (const auto chartOf : {kernelChart, operatorChart}) {
        for (const auto basis : bases)
            add(chartOf(operators, basis, settings));
    }
    return charts;
}

} // namespace stepscope
