#include "core/report/lab_figures.h"

#include "core/comparison/operator_peak.h"
#include "core/run/run_contents.h"

#include <utility>

namespace stepscope {

std::vector<NamedRun> namedRuns(const LabReportInput& input)
{
    std::vector<NamedRun> runs;
    for (const auto& run : input.runs)
        runs.push_back({&run.stored.run, run.name, run.color});
    return runs;
}

LabFigures::LabFigures(const LabReportInput& input)
{
    const auto runs = namedRuns(input);
    if (!runs.empty()) {
        comparison = compareRuns(runs, {.baseline = input.baseline});
        operators = compareOperators(runs, {.baseline = input.baseline});
    }
    for (const auto& run : input.runs) {
        // The report is about times in steps, which sums by stack do not have.
        auto recorded = contentsOf(run.stored.run).areSums
                            ? Recorded<OperatorStatistics>()
                            : runStatisticsWithPeak(run.stored.run, run.stored.environment.cpuModel,
                                                    OperatorGrouping::ByOperator);
        statistics.push_back(std::move(recorded.figures));
        if (!recorded.problem.empty())
            problems.push_back(std::move(recorded.problem));
        overviews.push_back(runOverview(run));
    }
    for (const auto& pass : input.forwardPasses)
        forwardPasses.push_back(runStatistics(pass.stored.run, OperatorGrouping::ByOperator));
}

} // namespace stepscope
