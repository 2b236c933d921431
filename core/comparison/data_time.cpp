#include "core/comparison/data_time.h"

#include "core/comparison/bootstrap.h"
#include "core/run/run_figures.h"
#include "core/trace/steps/rank_figures.h"
#include "core/trace/steps/step_breakdown.h"

#include <vector>

namespace stepscope {

bool DataTime::hasPercentiles() const
{
    return steps >= fewestForPercentiles;
}

std::optional<DataTime> dataTimeOf(const Trace& trace, const DifferenceTest& test)
{
    if (trace.steps.empty() || ranksOf(trace).size() > 1 || !partsWithEvents(trace)[size_t(StepPart::Data)])
        return std::nullopt;
    const auto steps = stepBreakdowns(trace);
    const StepFigures figures = stepFigures(steps);
    if (figures.steps == 0)
        return std::nullopt;
    std::vector<double> dataNs;
    std::vector<double> wallNs;
    for (const StepBreakdown* step : countedSplits(steps)) {
        dataNs.push_back(double(step->part(StepPart::Data)));
        wallNs.push_back(double(step->wallNs));
    }
    const StepTimeFigures& data = figures.part(StepPart::Data);
    return DataTime{.steps = figures.steps,
                    .medianNs = data.medianNs,
                    .p95Ns = data.p95Ns,
                    .share = data.share,
                    .interval = intervalOfShare(dataNs, wallNs, test)};
}

} // namespace stepscope
