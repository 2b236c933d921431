#include "core/advise/advice.h"

#include "core/advise/findings.h"
#include "core/base/text/format.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stepscope {

namespace {

/// Puts causes before their consequences; otherwise the order stays. A finding does not explain another one
/// if it could gain less than a quarter of the other's gain.
class CausesFirst
{
public:
    explicit CausesFirst(const std::vector<Finding>& findings)
        : m_findings(findings)
        , m_isPlaced(findings.size(), false)
    {
        for (size_t i = 0; i < findings.size(); ++i)
            place(i);
    }

    std::vector<Finding> ordered() const
    {
        std::vector<Finding> findings;
        for (const size_t at : m_order)
            findings.push_back(m_findings[at]);
        return findings;
    }

private:
    bool isLook(size_t at) const { return m_findings[at].verdict == FindingVerdict::LookHere; }

    bool explains(size_t cause, size_t at) const
    {
        constexpr double part = 0.25;
        const auto& gain = m_findings[cause].gainNs;
        const auto& whole = m_findings[at].gainNs;
        return !gain || !whole || *gain >= part * *whole;
    }

    void place(size_t at)
    {
        if (m_isPlaced[at])
            return;
        m_isPlaced[at] = true;
        const auto causes = causesOf(m_findings[at].id);
        for (size_t i = at + 1; isLook(at) && i < m_findings.size(); ++i) {
            if (isLook(i) && explains(i, at) && std::ranges::find(causes, m_findings[i].id) != causes.end())
                place(i);
        }
        m_order.push_back(at);
    }

    const std::vector<Finding>& m_findings;
    std::vector<bool> m_isPlaced;
    std::vector<size_t> m_order;
};

} // namespace

double AdviceInput::stepNs() const
{
    return figures.steps.steps > 0 ? figures.steps.perStepNs(figures.steps.wall) : figures.times.medianNs;
}

double hostGainNs(const AdviceFigures& figures, double ns)
{
    const auto steps = double(std::max<int64_t>(figures.countedSteps, 1));
    for (const DeviceFigures& device : figures.devices)
        ns = std::min(ns, double(device.idleNs()) / steps);
    return std::max(0.0, ns);
}

std::string AdviceInput::scope() const
{
    return translated(figures.isOfWholeTrace ? translatable("the trace")
                                             : translatable("the recorded steps"));
}

std::string AdviceInput::deviceScope() const
{
    return translated(figures.isOfWholeTrace
                          ? translatable("the trace")
                          : translatable("the recorded steps (to the end of the work launched in them)"));
}

std::string AdviceInput::whole() const
{
    const auto text = figures.isOfWholeTrace     ? translatable("the trace of {time}")
                      : figures.steps.steps == 0 ? translatable("a step of {time} (median)")
                      : figures.split() == StepSplit::Device
                          ? translatable("a step of {time} (mean, on the host)")
                          : translatable("a step of {time} (mean)");
    return translated(text, {{"time", formatNs(stepNs())}});
}

std::string AdviceInput::wholeOfSplit() const
{
    if (figures.split() == StepSplit::Passes)
        return whole();
    return translated("a step of {time} (mean, with its device work)",
                      {{"time", formatNs(figures.deviceSteps.perStepNs(figures.deviceSteps.wall))}});
}

std::string AdviceInput::whole(const DeviceFigures& device) const
{
    const auto time = formatNs(perStep(double(device.spanNs)));
    if (figures.isOfWholeTrace)
        return translated("the trace of {time}", {{"time", time}});
    const bool isSame = time == formatNs(figures.deviceSteps.perStepNs(figures.deviceSteps.wall));
    return translated(isSame
                          ? translatable("a step of {time} (mean, with its device work)")
                          : translatable("a step of {time} (mean, with its device work and the time to the "
                                         "next step)"),
                      {{"time", time}});
}

std::string AdviceInput::wholeOfRun() const
{
    return translated("a step of {time} (median of the run)", {{"time", formatNs(runStepNs())}});
}

/// Figures of the whole run are marked while the others are of selected steps.
static void markWholeRun(Finding& finding, const AdviceInput& input)
{
    using enum FindingId;
    constexpr std::array ofRun{OtherPrograms, Threads, WarmUp, RecorderCost, Memory, GpuUse, DeviceMemory};
    const bool hasFigure =
        finding.verdict == FindingVerdict::LookHere || finding.verdict == FindingVerdict::Good;
    if (!input.areSelected() || !hasFigure || std::ranges::find(ofRun, finding.id) == ofRun.end())
        return;
    finding.isOfWholeRun = true;
    finding.meaning += " " + translated("This is a figure of the whole run, not of the selected steps.");
}

std::vector<Finding> advise(const Run& run, const Environment& environment, const AdviceFigures& figures)
{
    if (traceContents(run.trace).areFunctions ||
        (run.steps.empty() && run.trace.steps.empty() && run.trace.empty()))
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
    for (auto& finding : hostCommunicationFindings(input))
        findings.push_back(std::move(finding));
    for (Finding& finding : findings) {
        finding.isGainPerStep = !figures.isOfWholeTrace;
        markWholeRun(finding, input);
        judgeByGain(finding, input);
    }
    const auto rank = [](const Finding& finding) {
        const bool isLook = finding.verdict == FindingVerdict::LookHere;
        return std::tuple(finding.verdict, finding.isOfDevice, isLook ? -finding.gainNs.value_or(-1.0) : 0.0);
    };
    std::ranges::stable_sort(findings, [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
    return CausesFirst(findings).ordered();
}

std::vector<Finding> advise(const Run& run, const Environment& environment, const StepRange& steps)
{
    AdviceBuilder builder(steps);
    builder.update(run);
    return advise(run, environment, builder.figures(run));
}

} // namespace stepscope
