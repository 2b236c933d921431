// Findings on the kernels of a device.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"

#include <algorithm>

namespace stepscope {

namespace {

/// The share of the multiprocessors in use while kernels run; -1: not known.
double fillOf(const DeviceFigures& device)
{
    if (device.smEfficiency < 0.0 || device.kernelNs == 0)
        return -1.0;
    return std::min(1.0, device.smEfficiency * double(device.spanNs) / double(device.kernelNs));
}

Finding utilizationFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding =
        newDeviceFinding(FindingId::Utilization,
                         {SentenceId::AdviceUtilizationTitle, SentenceId::AdviceUtilizationQuestion,
                          SentenceId::AdviceUtilizationFormula},
                         FindingPlace::Steps);
    judge(finding,
          {.value = device.utilization(), .threshold = adviceThresholds.gpuBusy, .isWorseAbove = false});
    finding.gainNs = input.perStep(double(device.spanNs - device.kernelNs));
    finding.meaning = sentence(SentenceId::AdviceUtilizationMeaning,
                               {{"compute", timeText(device.kernelNs)}, {"span", timeText(device.spanNs)}});
    if (device.concurrentNs > 0)
        finding.meaning +=
            " " + sentence(SentenceId::AdviceUtilizationSum, {{"sum", timeText(device.kernelSumNs)}});
    if (!finding.measure->isCrossed())
        return finding;
    finding.tries = {sentence(SentenceId::AdviceUtilizationTryIdle)};
    if (2 * device.idle.otherNs <= device.idleNs())
        finding.tries.insert(finding.tries.begin(), sentence(SentenceId::AdviceUtilizationTryLarger));
    return finding;
}

/// What the vendor calls them.
std::string processorsWord(const DeviceFigures& device)
{
    return sentence(device.properties.isAmd() ? SentenceId::WordComputeUnits
                                              : SentenceId::WordMultiprocessors);
}

/// "9.03 ms because the next work was launched late, 196 µs for other or unknown reasons".
std::string idleCauses(const IdleCauses& idle)
{
    std::string text;
    const auto add = [&text](SentenceId id, int64_t ns) {
        if (ns > 0)
            text += (text.empty() ? "" : ", ") + sentence(id, {{"time", timeText(ns)}});
    };
    add(SentenceId::AdviceIdleHost, idle.hostWaitNs);
    add(SentenceId::AdviceIdleCall, idle.launchNs);
    add(SentenceId::AdviceIdleKernel, idle.kernelWaitNs);
    add(SentenceId::AdviceIdleOther, idle.otherNs);
    return text;
}

/// Against the largest cause of idle time.
std::vector<std::string> idleTries(const DeviceFigures& device)
{
    const auto& idle = device.idle;
    const auto fewer = sentence(SentenceId::AdviceIdleTryLarger,
                                {{"graph", sentence(device.properties.isAmd() ? SentenceId::WordHipGraph
                                                                              : SentenceId::WordCudaGraph)}});
    const int64_t largest =
        std::max({idle.hostWaitNs, idle.launchNs, idle.kernelWaitNs, idle.otherNs, int64_t(1)});
    if (largest == idle.otherNs)
        return {sentence(SentenceId::AdviceIdleTryTimeline)};
    if (largest == idle.launchNs)
        return {sentence(SentenceId::AdviceIdleTryCall), fewer};
    if (largest == idle.kernelWaitNs)
        return {fewer};
    return {fewer, sentence(SentenceId::AdviceIdleTrySync), sentence(SentenceId::AdviceIdleTryLoader)};
}

Finding idleFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::DeviceIdle,
        {SentenceId::AdviceIdleTitle, SentenceId::AdviceIdleQuestion, SentenceId::AdviceIdleFormula},
        FindingPlace::Steps);
    const auto& idle = device.idle;
    judge(finding, {.value = DeviceFigures::share(device.idleNs(), device.spanNs),
                    .threshold = adviceThresholds.idle});
    finding.gainNs = input.perStep(double(device.idleNs()));
    finding.meaning = device.idleNs() == 0
                          ? sentence(SentenceId::AdviceIdleNone, {{"span", timeText(device.spanNs)}})
                          : sentence(SentenceId::AdviceIdleMeaning, {{"idle", timeText(device.idleNs())},
                                                                     {"span", timeText(device.spanNs)},
                                                                     {"causes", idleCauses(idle)},
                                                                     {"longest", timeText(idle.longestNs)}});
    if (device.launchedKernels > 0)
        finding.meaning +=
            " " + sentence(SentenceId::AdviceIdleDelay,
                           {{"delay", timeText(device.launchDelayNs / device.launchedKernels)}});
    if (finding.measure->isCrossed())
        finding.tries = idleTries(device);
    return finding;
}

Finding costliestKernelsFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CostliestKernels,
                                    {SentenceId::AdviceKernelGainTitle, SentenceId::AdviceKernelGainQuestion,
                                     SentenceId::AdviceKernelGainFormula},
                                    FindingPlace::Operators);
    if (device.kernelSumNs == 0 || device.spanNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoKernels, {{"scope", input.scope()}});
    constexpr size_t shown = 5;
    for (size_t i = 0; i < std::min(shown, device.rows.size()); ++i) {
        const auto& row = device.rows[i];
        const double share = std::min(1.0, DeviceFigures::share(row.totalNs, device.spanNs));
        const double alone = DeviceFigures::share(row.aloneNs, device.spanNs);
        finding.operators.push_back({.name = input.run.trace.names[row.name],
                                     .share = share,
                                     .perStepNs = input.perStep(double(row.totalNs)),
                                     .half = 1.0 / (1.0 - std::min(share / 2, alone)),
                                     .free = 1.0 / (1.0 - std::min(share, alone))});
    }
    const auto& first = finding.operators.front();
    judge(finding, {.value = first.share, .threshold = adviceThresholds.costliestOperator});
    const double aloneNs = input.perStep(double(device.rows.front().aloneNs));
    finding.gainNs = std::min(first.perStepNs / 2, aloneNs); // no kernel takes no time
    finding.operatorName = first.name;
    const auto meaning = isNothingGained(1.0 / (1.0 - first.share)) ? SentenceId::AdviceKernelGainNothing
                         : isNothingGained(first.free)              ? SentenceId::AdviceKernelGainHidden
                                                                    : SentenceId::AdviceKernelGainMeaning;
    finding.meaning =
        sentence(meaning, {{"kernel", shortLine(withoutNamespace(first.name), longestShownName)},
                           {"share", measureText(first.share)},
                           {"whole", input.whole(device)},
                           {"free", formatTimes(first.free)}});
    if (!finding.measure->isCrossed())
        return finding;
    if (device.rows.front().kind == EventKind::Communication)
        finding.tries = communicationTries(communicationKind(first.name));
    else
        finding.tries = {sentence(SentenceId::AdviceKernelGainTryType),
                         sentence(SentenceId::AdviceKernelGainTryShapes)};
    return finding;
}

Finding smallKernelsFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::SmallKernels,
                                    {SentenceId::AdviceKernelsTitle, SentenceId::AdviceKernelsQuestion,
                                     SentenceId::AdviceKernelsFormula});
    if (device.kernels == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoKernels, {{"scope", input.scope()}});
    if (device.ownLaunches == 0)
        return cannotBeTold(std::move(finding), device.graphKernels > 0 ? SentenceId::ReasonOnlyGraphs
                                                                        : SentenceId::ReasonNoLaunches);
    judge(finding, {.value = DeviceFigures::share(device.shortKernelsNs, device.kernelSumNs),
                    .threshold = adviceThresholds.smallKernels});
    finding.gainNs = input.perStep(double(device.shortKernelsNs));
    finding.meaning = sentence(SentenceId::AdviceKernelsMeaning, {{"count", formatCount(device.shortKernels)},
                                                                  {"all", formatCount(device.ownLaunches)},
                                                                  {"time", timeText(device.shortKernelsNs)}});
    finding.meaning +=
        " " + (device.endedInLaunch == 0 ? sentence(SentenceId::AdviceKernelsNoneEnded)
                                         : sentence(SentenceId::AdviceKernelsEnded,
                                                    {{"ended", formatCount(device.endedInLaunch)}}));
    if (device.graphKernels > 0)
        finding.meaning +=
            " " + sentence(SentenceId::AdviceKernelsOfGraphs, {{"count", formatCount(device.graphKernels)}});
    if (const int64_t others = device.kernels - device.ownLaunches - device.graphKernels; others > 0)
        finding.meaning += " " + sentence(SentenceId::AdviceKernelsOfNoCall,
                                          {{"count", formatCount(others)}, {"scope", input.scope()}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(SentenceId::AdviceKernelsTryFuse),
                         sentence(SentenceId::AdviceKernelsTryLarger)};
    return finding;
}

Finding tensorCoresFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::TensorCores,
        {SentenceId::AdviceTensorTitle, SentenceId::AdviceTensorQuestion, SentenceId::AdviceTensorFormula});
    if (device.properties.isAmd())
        return cannotBeTold(std::move(finding), SentenceId::ReasonMatrixCores);
    if (device.properties.computeMajor < adviceThresholds.tensorCoreCapability)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoTensorCores);
    const int64_t could = device.eligibleNs;
    const double unjudged = DeviceFigures::share(device.unjudgedNs, device.kernelSumNs);
    const auto addUnjudged = [&](Finding told) {
        if (unjudged >= adviceThresholds.unjudgedKernels)
            told.meaning +=
                " " + sentence(SentenceId::AdviceTensorUnjudged, {{"share", measureText(unjudged)}});
        return told;
    };
    if (could == 0)
        return addUnjudged(cannotBeTold(std::move(finding), SentenceId::ReasonNothingEligible));
    judge(finding, {.value = DeviceFigures::share(device.tensorCoreNs, could),
                    .threshold = adviceThresholds.tensorCores,
                    .isWorseAbove = false});
    finding.gainNs = input.perStep(double(could - device.tensorCoreNs)) / 2;
    finding.meaning = sentence(SentenceId::AdviceTensorMeaning,
                               {{"eligible", timeText(could)},
                                {"used", timeText(device.tensorCoreNs)},
                                {"share", measureText(DeviceFigures::share(could, device.kernelSumNs))}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(device.properties.computeMajor < adviceThresholds.tf32Capability
                                      ? SentenceId::AdviceTensorTryMixed
                                      : SentenceId::AdviceTensorTryPrecision),
                         sentence(SentenceId::AdviceTensorTrySizes)};
    return addUnjudged(std::move(finding));
}

Finding withoutBlocks(Finding finding, const DeviceFigures& device)
{
    return cannotBeTold(std::move(finding), SentenceId::ReasonNoBlocks,
                        {{"processors", processorsWord(device)}});
}

Finding fillFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding =
        newDeviceFinding(FindingId::DeviceFill, {SentenceId::AdviceFillTitle, SentenceId::AdviceFillQuestion,
                                                 SentenceId::AdviceFillFormula});
    const double fill = fillOf(device);
    if (fill < 0.0)
        return withoutBlocks(std::move(finding), device);
    judge(finding, {.value = fill, .threshold = adviceThresholds.deviceFill, .isWorseAbove = false});
    finding.gainNs = (1.0 - fill) * input.perStep(double(device.kernelNs));
    finding.meaning =
        sentence(SentenceId::AdviceFillMeaning, {{"fill", measureText(fill)},
                                                 {"efficiency", measureText(device.smEfficiency)},
                                                 {"processors", processorsWord(device)}});
    if (device.occupancy >= 0.0)
        finding.meaning +=
            " " + sentence(SentenceId::AdviceFillOccupancy, {{"occupancy", measureText(device.occupancy)}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(SentenceId::AdviceFillTryLarger)};
    return finding;
}

Finding concurrencyFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::KernelConcurrency, {SentenceId::AdviceConcurrencyTitle,
                                                                   SentenceId::AdviceConcurrencyQuestion,
                                                                   SentenceId::AdviceConcurrencyFormula});
    const double fill = fillOf(device);
    const int64_t steps = std::max<int64_t>(input.figures.countedSteps, 1);
    if (device.kernels <= steps && device.concurrentNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonFewKernels,
                             {{"count", formatCount(device.kernels)}, {"scope", input.scope()}});
    if (fill < 0.0)
        return withoutBlocks(std::move(finding), device);
    if (fill >= 0.5) // two would not run at the same time
        return notApplicable(std::move(finding), SentenceId::ReasonDeviceFull, {{"fill", measureText(fill)}});
    judge(finding, {.value = device.concurrency(),
                    .threshold = adviceThresholds.kernelConcurrency,
                    .isWorseAbove = false});
    // A step takes at least as long as its longest kernel. One that runs once per step cannot overlap itself.
    int64_t longestNs = 0;
    for (const KernelRow& row : device.rows)
        longestNs = std::max(longestNs, row.calls <= steps ? row.totalNs : row.maxNs);
    const int64_t aloneNs = std::max<int64_t>(device.kernelNs - device.concurrentNs, 0);
    finding.gainNs = input.perStep(std::min({(1.0 - fill) * double(device.kernelNs) / 2, double(aloneNs) / 2,
                                             double(std::max<int64_t>(device.kernelNs - longestNs, 0))}));
    finding.meaning = sentence(SentenceId::AdviceConcurrencyMeaning, {{"both", timeText(device.concurrentNs)},
                                                                      {"compute", timeText(device.kernelNs)},
                                                                      {"fill", measureText(fill)}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {sentence(SentenceId::AdviceConcurrencyTryStreams)};
    return finding;
}

Finding communicationFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding =
        newDeviceFinding(FindingId::Communication,
                         {SentenceId::AdviceCommunicationTitle, SentenceId::AdviceCommunicationQuestion,
                          SentenceId::AdviceCommunicationFormula},
                         FindingPlace::Steps);
    if (device.communicationNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonNoCommunication,
                             {{"scope", input.scope()}});
    judge(finding, {.value = DeviceFigures::share(device.communicationNs - device.hiddenCommunicationNs,
                                                  device.spanNs),
                    .threshold = adviceThresholds.communication});
    finding.gainNs = input.perStep(double(device.communicationNs - device.hiddenCommunicationNs));
    finding.meaning = sentence(
        SentenceId::AdviceCommunicationMeaning,
        {{"time", timeText(device.communicationNs)}, {"hidden", timeText(device.hiddenCommunicationNs)}});
    finding.meaning += " " + largestCommunication(device.communication);
    if (finding.measure->isCrossed())
        finding.tries = communicationTries(device.communication.largest());
    return finding;
}

Finding memoryFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::DeviceMemory, {SentenceId::AdviceDeviceMemoryTitle,
                                                              SentenceId::AdviceDeviceMemoryQuestion,
                                                              SentenceId::AdviceDeviceMemoryFormula});
    const auto& peaks = input.figures.peaks;
    const auto peak = std::ranges::find_if(peaks, [&](const DevicePeak& each) {
        return each.device == device.device && each.process == device.process;
    });
    const auto memory = double(device.properties.memoryBytes);
    if (peak == peaks.end())
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoDeviceMemory);
    if (memory <= 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonDeviceMemoryUnknown);
    judge(finding, {.value = double(peak->bytes) / memory, .threshold = adviceThresholds.memory});
    finding.meaning = sentence(SentenceId::AdviceDeviceMemoryMeaning,
                               {{"peak", formatBytes(double(peak->bytes))}, {"memory", formatBytes(memory)}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(SentenceId::AdviceDeviceMemoryTrySmaller)};
    return finding;
}

} // namespace

std::vector<Finding> kernelFindings(const AdviceInput& input, const DeviceFigures& device)
{
    return {utilizationFinding(input, device),
            idleFinding(input, device),
            costliestKernelsFinding(input, device),
            smallKernelsFinding(input, device),
            tensorCoresFinding(input, device),
            fillFinding(input, device),
            concurrencyFinding(input, device),
            communicationFinding(input, device),
            memoryFinding(input, device)};
}

} // namespace stepscope
