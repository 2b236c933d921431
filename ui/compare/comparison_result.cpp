#include "ui/compare/comparison_result.h"

#include "core/report/comparison_charts.h"
#include "ui/runs/run_colors.h"

namespace stepscope::ui {

namespace {

std::vector<NamedRun> named(const std::vector<TickedRun>& runs, QString TickedRun::*name)
{
    std::vector<NamedRun> named;
    for (const TickedRun& run : runs)
        named.push_back({run.run.get(), (run.*name).toStdString(), run.color});
    return named;
}

} // namespace

QColor ComparisonResult::color(size_t run) const
{
    return shownRunColor(runs[run].color);
}

Comparison ComparisonResult::figuresForFiles() const
{
    Comparison complete = figures;
    renameRuns(complete, named(runs, &TickedRun::completeName), SettingForm::Complete);
    return complete;
}

OperatorComparison ComparisonResult::operatorsForFiles() const
{
    OperatorComparison complete = operators;
    for (size_t i = 0; i < runs.size(); ++i)
        complete.runs[i].name = runs[i].completeName.toStdString();
    return complete;
}

ComparisonResult compare(ComparisonWish wish)
{
    const auto shown = named(wish.runs, &TickedRun::name);
    ComparisonResult result;
    result.figures = compareRuns(
        shown,
        {.baseline = wish.baseline, .accuracy = wish.accuracy, .test = {}, .settings = SettingForm::Short});
    result.operators = compareOperators(shown, {.baseline = wish.baseline, .basis = wish.basis, .test = {}});
    result.charts = comparisonCharts(result.figures, result.operators);
    result.runs = std::move(wish.runs);
    return result;
}

} // namespace stepscope::ui
