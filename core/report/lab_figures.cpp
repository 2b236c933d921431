#include "core/report/lab_figures.h"

#include "core/comparison/operator_peak.h"
#include "core/trace/trace_sums.h"

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
        // The report is about times in steps.
        auto recorded = traceContents(run.stored.run.trace).hasTimes
                            ? runStatisticsWithPeak(run.stored.run, run.stored.environment.cpuModel,
                                                    OperatorGrouping::ByOperator)
                            : Recorded<OperatorStatistics>();
        statistics.push_back(std::move(recorded.figures));
        if (!recorded.problem.empty())
            problems.push_back(std::move(recorded.problem));
        overviews.push_back(runOverview(run));
    }
    for (const auto& pass : input.forwardPasses)
        forwardPasses.push_back(runStatistics(pass.stored.run, OperatorGrouping::ByOperator));
}

} // namespace stepscope
