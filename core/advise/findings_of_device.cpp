// What the events of devices tell of their copies, and which device is spoken of.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/format.h"

#include <algorithm>
#include <iterator>

namespace stepscope {

namespace {

constexpr FindingWords copyTimeWords{SentenceId::AdviceCopyTimeTitle, SentenceId::AdviceCopyTimeQuestion,
                                     SentenceId::AdviceCopyTimeFormula};
constexpr FindingWords copyOverlapWords{SentenceId::AdviceCopyOverlapTitle,
                                        SentenceId::AdviceCopyOverlapQuestion,
                                        SentenceId::AdviceCopyOverlapFormula};
constexpr FindingWords copySpeedWords{SentenceId::AdviceCopySpeedTitle, SentenceId::AdviceCopySpeedQuestion,
                                      SentenceId::AdviceCopySpeedFormula};

std::string time(int64_t ns)
{
    return formatNs(double(ns));
}

Finding copyTimeFinding(const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyTime, copyTimeWords);
    if (device.kernelNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoKernels);
    judge(finding, {.value = DeviceFigures::share(device.copyNs, device.kernelNs),
                    .threshold = adviceThresholds.copyTime});
    finding.gain = DeviceFigures::share(device.copyNs - device.copyOverKernelNs, device.spanNs);
    finding.meaning = sentence(SentenceId::AdviceCopyTimeMeaning,
                               {{"compute", time(device.kernelNs)}, {"copy", time(device.copyNs)}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(SentenceId::AdviceCopyTimeTryKeep),
                         sentence(SentenceId::AdviceCopyTimeTryType)};
    return finding;
}

/// A demand that is made only where copies take any time worth speaking of.
void judgeOverlap(Finding& finding, const FindingMeasure& measure, bool isWorthIt)
{
    judge(finding, measure);
    if (!isWorthIt)
        finding.verdict = FindingVerdict::Good;
}

Finding copyOverlapFinding(const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyOverlap, copyOverlapWords);
    if (device.copyNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoCopies);
    if (device.kernelNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoKernels);
    const double share = DeviceFigures::share(device.copyNs, device.spanNs);
    judgeOverlap(
        finding,
        {.value = device.copyOverlap(), .threshold = adviceThresholds.copyOverlap, .isWorseAbove = false},
        share > adviceThresholds.smallCopies);
    finding.gain = DeviceFigures::share(std::min(device.copyNs, device.kernelNs) - device.copyOverKernelNs,
                                        device.spanNs);
    finding.meaning = sentence(SentenceId::AdviceCopyOverlapMeaning,
                               {{"copy", time(device.copyNs)}, {"overlap", time(device.copyOverKernelNs)}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {sentence(SentenceId::AdviceCopyOverlapTryPinned)};
    return finding;
}

Finding copyDirectionsFinding(const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyDirections,
                                    {SentenceId::AdviceDirectionsTitle, SentenceId::AdviceDirectionsQuestion,
                                     SentenceId::AdviceDirectionsFormula});
    const int64_t up = device.copy(CopyDirection::HostToDevice).ns;
    const int64_t down = device.copy(CopyDirection::DeviceToHost).ns;
    if (up == 0 || down == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonOneDirection);
    judgeOverlap(finding,
                 {.value = device.directionOverlap(),
                  .threshold = adviceThresholds.copyDirections,
                  .isWorseAbove = false},
                 DeviceFigures::share(std::min(up, down), device.spanNs) > adviceThresholds.smallCopies);
    finding.gain = DeviceFigures::share(std::min(up, down) - device.bothDirectionsNs, device.spanNs);
    finding.meaning =
        sentence(SentenceId::AdviceDirectionsMeaning,
                 {{"up", time(up)}, {"down", time(down)}, {"both", time(device.bothDirectionsNs)}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {sentence(SentenceId::AdviceDirectionsTryStreams)};
    return finding;
}

Finding copySpeedFinding(const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyThroughput, copySpeedWords);
    CopyFigures both;
    for (const auto direction : {CopyDirection::HostToDevice, CopyDirection::DeviceToHost}) {
        both.bytes += device.copy(direction).bytes;
        both.knownNs += device.copy(direction).knownNs;
        both.slowNs += device.copy(direction).slowNs;
    }
    if (both.knownNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoHostCopies);
    const double slow = DeviceFigures::share(both.slowNs, both.knownNs);
    judgeOverlap(finding, {.value = slow, .threshold = adviceThresholds.slowCopies},
                 DeviceFigures::share(both.knownNs, device.spanNs) > adviceThresholds.smallCopies);
    finding.gain = DeviceFigures::share(both.slowNs, device.spanNs);
    finding.meaning =
        sentence(SentenceId::AdviceCopySpeedMeaning, {{"bytes", formatBytes(double(both.bytes))},
                                                      {"speed", formatBytes(both.throughput())},
                                                      {"slow", measureText(slow)},
                                                      {"par", formatBytes(slowCopyThroughput)}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {sentence(SentenceId::AdviceCopySpeedTryPinned),
                         sentence(SentenceId::AdviceCopySpeedTryFewer)};
    return finding;
}

std::vector<Finding> untoldFindings()
{
    std::vector<Finding> findings;
    const auto add = [&](FindingId id, const FindingWords& words) {
        findings.push_back(cannotBeTold(newDeviceFinding(id, words), SentenceId::ReasonNoDeviceEvents));
    };
    add(FindingId::CopyTime, copyTimeWords);
    add(FindingId::CopyOverlap, copyOverlapWords);
    add(FindingId::CopyThroughput, copySpeedWords);
    add(FindingId::SmallKernels, {SentenceId::AdviceKernelsTitle, SentenceId::AdviceKernelsQuestion,
                                  SentenceId::AdviceKernelsFormula});
    add(FindingId::TensorCores,
        {SentenceId::AdviceTensorTitle, SentenceId::AdviceTensorQuestion, SentenceId::AdviceTensorFormula});
    return findings;
}

} // namespace

Finding newDeviceFinding(FindingId id, const FindingWords& words, FindingPlace place)
{
    auto finding = newFinding(id, words, place);
    finding.isOfDevice = true;
    return finding;
}

std::vector<Finding> copyFindings(const DeviceFigures& device)
{
    return {copyTimeFinding(device), copyOverlapFinding(device), copyDirectionsFinding(device),
            copySpeedFinding(device)};
}

std::vector<Finding> deviceFindings(const AdviceInput& input)
{
    const auto& devices = input.figures.devices;
    if (devices.empty())
        return untoldFindings();
    std::vector<Finding> worst;
    const auto isWorse = [](const Finding& a, const Finding& b) {
        return a.verdict != b.verdict ? a.verdict < b.verdict : a.gain > b.gain;
    };
    for (const DeviceFigures& device : devices) {
        auto findings = copyFindings(device);
        std::ranges::move(kernelFindings(input, device), std::back_inserter(findings));
        for (size_t i = 0; i < findings.size(); ++i) {
            findings[i].isOfDevice = false; // nothing is asked for that is not there
            if (devices.size() > 1)
                findings[i].meaning =
                    sentence(SentenceId::AdviceOnDevice,
                             {{"device", formatCount(device.device)}, {"text", findings[i].meaning}});
            if (i == worst.size())
                worst.push_back(std::move(findings[i]));
            else if (isWorse(findings[i], worst[i]))
                worst[i] = std::move(findings[i]);
        }
    }
    return worst;
}

} // namespace stepscope
