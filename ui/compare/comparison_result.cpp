#include "ui/compare/comparison_result.h"

#include "core/report/comparison_charts.h"
#include "ui/runs/run_colors.h"

namespace stepscope::ui {

QColor ComparisonResult::color(size_t run) const
{
    return shownRunColor(runs[run].color);
}

ComparisonResult compare(ComparisonWish wish)
{
    std::vector<NamedRun> named;
    for (const TickedRun& run : wish.runs)
        named.push_back({run.run.get(), run.name.toStdString(), run.color});
    ComparisonResult result;
    result.figures = compareRuns(
        named,
        {.baseline = wish.baseline, .accuracy = wish.accuracy, .test = {}, .settings = SettingForm::Short});
    result.operators = compareOperators(named, {.baseline = wish.baseline, .basis = wish.basis, .test = {}});
    result.charts = comparisonCharts(result.figures, result.operators);
    result.runs = std::move(wish.runs);
    return result;
}

} // namespace stepscope::ui
