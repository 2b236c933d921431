#include "core/report/comparison_charts.h"

namespace stepscope {

std::vector<Chart> comparisonCharts(const Comparison& comparison, const OperatorComparison& /*operators*/)
{
    Chart chart{.id = "images_per_second", .title = "Images per second", .kind = ChartKind::GroupedBars};
    chart.x = {.title = "Images per second", .unit = "images/s"};
    ChartSeries series{.name = "Images per second"};
    for (const auto& run : comparison.runs) {
        if (!run.imagesPerSecond)
            continue;
        chart.categories.push_back(run.name);
        series.y.push_back(*run.imagesPerSecond);
    }
    if (chart.categories.empty())
        return {};
    chart.series.push_back(std::move(series));
    return {std::move(chart)};
}

} // namespace stepscope
