#include "core/advise/advice.h"

#include "core/advise/findings.h"

#include <algorithm>
#include <tuple>

namespace stepscope {

std::vector<Finding> advise(const Run& run, const Environment& environment, const AdviceFigures& figures)
{
    if (run.steps.empty() && run.trace.steps.empty())
        return {};
    const AdviceInput input{run, environment, figures};
    std::vector<Finding> findings = {
        otherProgramsFinding(input),  memoryFinding(input),
        threadsFinding(input),        costliestOperatorsFinding(input),
        dataLoadingFinding(input),    betweenOperatorsFinding(input),
        smallOperatorsFinding(input), warmUpFinding(input),
        recorderCostFinding(input),   gpuUseFinding(input),
    };
    for (auto& finding : deviceFindings(input))
        findings.push_back(std::move(finding));
    for (auto& finding : rankFindings(input))
        findings.push_back(std::move(finding));
    const auto rank = [](const Finding& finding) {
        const bool isLook = finding.verdict == FindingVerdict::LookHere;
        return std::tuple(finding.verdict, finding.isOfDevice, isLook ? -finding.gain : 0.0);
    };
    std::ranges::stable_sort(findings, [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
    return findings;
}

std::vector<Finding> advise(const Run& run, const Environment& environment, const StepRange& steps)
{
    AdviceBuilder builder(steps);
    builder.update(run);
    return advise(run, environment, builder.figures(run));
}

} // namespace stepscope
