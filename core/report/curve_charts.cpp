#include "core/report/curve_charts.h"

#include "core/language/sentences.h"
#include "core/run/curve_smoother.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

std::string titleOf(CurveQuantity quantity)
{
    return sentence(quantity == CurveQuantity::Loss ? SentenceId::ChartLoss : SentenceId::ChartAccuracy);
}

double valueOf(const StepMetrics& step, CurveQuantity quantity)
{
    if (quantity == CurveQuantity::Loss)
        return double(step.loss);
    return step.images > 0 ? double(step.correct) / step.images : std::numeric_limits<double>::quiet_NaN();
}

/// Where each step ends on the axis: images or nanoseconds since the run began.
std::vector<double> positions(const Run& run, CurveAxis axis)
{
    std::vector<double> at;
    at.reserve(run.steps.size());
    double images = 0;
    for (const auto& step : run.steps) {
        images += step.images;
        at.push_back(axis == CurveAxis::Images ? images : double(step.startNs + step.durationNs));
    }
    return at;
}

ChartSeries measured(const Run& run, CurveQuantity quantity, CurveAxis axis)
{
    ChartSeries series{.x = positions(run, axis)};
    for (const auto& step : run.steps)
        series.y.push_back(valueOf(step, quantity));
    return series;
}

ChartSeries smoothed(ChartSeries series)
{
    const double steps = std::max(1.0, curveSmoothing * double(series.y.size()));
    CurveSmoother smoother(1.0 - 1.0 / steps);
    for (double& value : series.y)
        value = double(smoother.next(float(value)));
    return series;
}

ChartSeries tests(const Run& run, CurveQuantity quantity, CurveAxis axis)
{
    ChartSeries series{.points = true, .dashed = true};
    const auto at = positions(run, axis);
    for (const auto& epoch : run.epochs) {
        if (epoch.testImages == 0 || epoch.lastStep < 0 || epoch.lastStep >= int64_t(at.size()))
            continue;
        series.x.push_back(at[size_t(epoch.lastStep)]);
        series.y.push_back(quantity == CurveQuantity::Loss ? epoch.testLoss : epoch.testAccuracy());
    }
    return series;
}

Chart emptyChart(CurveQuantity quantity, CurveAxis axis)
{
    Chart chart{.title = titleOf(quantity)};
    chart.x = axis == CurveAxis::Images
                  ? ChartAxis{.title = sentence(SentenceId::AxisImages), .quantity = Quantity::Count}
                  : ChartAxis{.title = sentence(SentenceId::AxisTime), .quantity = Quantity::Nanoseconds};
    chart.x.minimum = 0;
    if (quantity == CurveQuantity::Accuracy) {
        chart.y.quantity = Quantity::Share;
        chart.y.title = sentence(SentenceId::AxisRight);
    } else {
        chart.y.title = sentence(SentenceId::AxisLoss);
    }
    return chart;
}

/// The noise of small batches reaches far above what there is to see.
double highestOfInterest(const Chart& chart)
{
    double highest = 0;
    for (const auto& series : chart.series) {
        if (series.faint)
            continue;
        for (const double value : series.y)
            highest = std::max(highest, std::isfinite(value) ? value : 0.0);
    }
    return highest;
}

} // namespace

Chart curveChart(const LabReportRun& run, CurveQuantity quantity)
{
    auto chart = emptyChart(quantity, CurveAxis::Images);
    const Run& stored = run.stored.run;
    if (stored.steps.empty())
        return chart;
    auto raw = measured(stored, quantity, CurveAxis::Images);
    auto line = smoothed(raw);
    raw.faint = true;
    raw.color = line.color = run.color;
    line.name = sentence(SentenceId::LegendSmoothed);
    auto test = tests(stored, quantity, CurveAxis::Images);
    test.name = sentence(SentenceId::LegendTest);
    test.color = run.color;
    chart.series = {std::move(raw), std::move(line)};
    if (!test.x.empty())
        chart.series.push_back(std::move(test));
    if (quantity == CurveQuantity::Loss)
        chart.y.maximum = 1.5 * highestOfInterest(chart);
    return chart;
}

Chart overlayChart(std::span<const LabReportRun> runs, CurveQuantity quantity, CurveAxis axis)
{
    auto chart = emptyChart(quantity, axis);
    for (const auto& run : runs) {
        if (run.stored.run.steps.empty())
            continue;
        auto line = smoothed(measured(run.stored.run, quantity, axis));
        line.name = run.name;
        line.color = run.color;
        chart.series.push_back(std::move(line));
        if (auto test = tests(run.stored.run, quantity, axis); !test.x.empty()) {
            test.color = run.color;
            chart.series.push_back(std::move(test)); // without a name: the legend has the run already
        }
    }
    return chart;
}

} // namespace stepscope
