// Findings on the copies of devices, and the choice of the device.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"

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

/// Whether copies take too little of the time to matter.
bool areSmall(int64_t copyNs, const DeviceFigures& device)
{
    return DeviceFigures::share(copyNs, device.spanNs) <= adviceThresholds.smallCopies;
}

Finding withSmallCopies(Finding finding, int64_t copyNs, const DeviceFigures& device)
{
    return notApplicable(std::move(finding), SentenceId::ReasonSmallCopies,
                         {{"share", measureText(DeviceFigures::share(copyNs, device.spanNs))}});
}

/// The figures of the copies between host and device.
CopyFigures hostCopies(const DeviceFigures& device)
{
    CopyFigures both;
    for (const auto direction : {CopyDirection::HostToDevice, CopyDirection::DeviceToHost}) {
        const auto& copies = device.copy(direction);
        both.bytes += copies.bytes;
        both.knownNs += copies.knownNs;
        both.slowNs += copies.slowNs;
        both.slowPinnedNs += copies.slowPinnedNs;
        both.slowSmallNs += copies.slowSmallNs;
        both.pinnedNs += copies.pinnedNs;
    }
    return both;
}

/// What helps against most of the slow copies.
std::vector<std::string> slowCopyTries(const CopyFigures& copies)
{
    const bool arePinned = 2 * copies.slowPinnedNs > copies.slowNs;
    const bool areSmall = 2 * copies.slowSmallNs > copies.slowNs;
    std::vector<std::string> tries;
    if (!arePinned)
        tries.push_back(sentence(SentenceId::AdviceCopySpeedTryPinned));
    if (areSmall)
        tries.push_back(sentence(SentenceId::AdviceCopySpeedTryFewer));
    if (arePinned && !areSmall)
        tries = {sentence(SentenceId::AdviceCopySpeedTryBus), sentence(SentenceId::AdviceCopyTimeTryType)};
    return tries;
}

Finding copyTimeFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyTime, copyTimeWords);
    if (device.kernelNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoKernels, {{"scope", input.scope()}});
    judge(finding, {.value = DeviceFigures::share(device.copyNs, device.kernelNs),
                    .threshold = adviceThresholds.copyTime});
    if (finding.measure->isCrossed() && areSmall(device.copyNs, device)) {
        finding.measure.reset();
        return withSmallCopies(std::move(finding), device.copyNs, device);
    }
    finding.gainNs = input.perStep(double(device.copyNs - device.copyOverKernelNs));
    finding.meaning = sentence(SentenceId::AdviceCopyTimeMeaning, {{"scope", input.deviceScope()},
                                                                   {"compute", timeText(device.kernelNs)},
                                                                   {"copy", timeText(device.copyNs)}});
    if (!finding.measure->isCrossed())
        return finding;
    if (2 * device.copy(CopyDirection::DeviceToDevice).ns > device.copyNs)
        finding.tries = {sentence(SentenceId::AdviceCopyTimeTryWithin)};
    else
        finding.tries = {sentence(SentenceId::AdviceCopyTimeTryKeep),
                         sentence(SentenceId::AdviceCopyTimeTryType)};
    return finding;
}

Finding copyOverlapFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyOverlap, copyOverlapWords);
    if (device.copyNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonNoCopies, {{"scope", input.scope()}});
    if (device.kernelNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonNoKernels, {{"scope", input.scope()}});
    if (device.busCopyNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonOnlyWithin, {{"scope", input.scope()}});
    if (areSmall(device.busCopyNs, device))
        return withSmallCopies(std::move(finding), device.busCopyNs, device);
    judge(finding,
          {.value = device.copyOverlap(), .threshold = adviceThresholds.copyOverlap, .isWorseAbove = false});
    finding.gainNs =
        input.perStep(double(std::min(device.busCopyNs, device.kernelNs) - device.busCopyOverKernelNs));
    finding.meaning =
        sentence(SentenceId::AdviceCopyOverlapMeaning,
                 {{"copy", timeText(device.busCopyNs)}, {"overlap", timeText(device.busCopyOverKernelNs)}});
    const auto host = hostCopies(device);
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {sentence(2 * host.pinnedNs > device.busCopyNs
                                      ? SentenceId::AdviceCopyOverlapTryStream
                                      : SentenceId::AdviceCopyOverlapTryPinned)};
    return finding;
}

Finding copyDirectionsFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyDirections,
                                    {SentenceId::AdviceDirectionsTitle, SentenceId::AdviceDirectionsQuestion,
                                     SentenceId::AdviceDirectionsFormula});
    const int64_t up = device.copy(CopyDirection::HostToDevice).ns;
    const int64_t down = device.copy(CopyDirection::DeviceToHost).ns;
    if (device.copyNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonNoCopies, {{"scope", input.scope()}});
    if (device.busCopyNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonOnlyWithin, {{"scope", input.scope()}});
    if (up == 0 && down == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoHostCopies, {{"scope", input.scope()}});
    if (up == 0 || down == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonOneDirection);
    if (areSmall(std::min(up, down), device))
        return notApplicable(
            std::move(finding), SentenceId::ReasonSmallDirection,
            {{"share", measureText(DeviceFigures::share(std::min(up, down), device.spanNs))}});
    judge(finding, {.value = device.directionOverlap(),
                    .threshold = adviceThresholds.copyDirections,
                    .isWorseAbove = false});
    finding.gainNs = input.perStep(double(std::min(up, down) - device.bothDirectionsNs));
    finding.meaning = sentence(
        SentenceId::AdviceDirectionsMeaning,
        {{"up", timeText(up)}, {"down", timeText(down)}, {"both", timeText(device.bothDirectionsNs)}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {sentence(SentenceId::AdviceDirectionsTryStreams)};
    return finding;
}

Finding copySpeedFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyThroughput, copySpeedWords);
    const auto both = hostCopies(device);
    if (device.copyNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonNoCopies, {{"scope", input.scope()}});
    if (device.busCopyNs == 0)
        return notApplicable(std::move(finding), SentenceId::ReasonOnlyWithin, {{"scope", input.scope()}});
    if (both.knownNs == 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoHostCopies, {{"scope", input.scope()}});
    if (areSmall(both.knownNs, device))
        return withSmallCopies(std::move(finding), both.knownNs, device);
    const double slow = DeviceFigures::share(both.slowNs, both.knownNs);
    judge(finding, {.value = slow, .threshold = adviceThresholds.slowCopies});
    const int64_t exposedNs = device.busCopyNs - device.busCopyOverKernelNs; // the others cause no delay
    finding.gainNs = input.perStep(double(std::min(both.slowNs, exposedNs)));
    finding.meaning =
        sentence(SentenceId::AdviceCopySpeedMeaning, {{"bytes", formatBytes(double(both.bytes))},
                                                      {"speed", formatBytes(both.throughput())},
                                                      {"slow", measureText(slow)},
                                                      {"par", formatBytes(slowCopyThroughput)}});
    if (both.slowNs > 0)
        finding.meaning +=
            " " + sentence(SentenceId::AdviceCopySpeedSmall,
                           {{"share", measureText(DeviceFigures::share(both.slowSmallNs, both.slowNs))},
                            {"size", formatBytes(double(smallCopyBytes))}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = slowCopyTries(both);
    return finding;
}

std::vector<Finding> untoldFindings(const AdviceInput& input)
{
    std::vector<Finding> findings;
    const auto events = std::ranges::count_if(input.run.trace.kind, isDeviceWork);
    const auto add = [&](FindingId id, const FindingWords& words) {
        auto finding = newDeviceFinding(id, words);
        findings.push_back(events == 0
                               ? cannotBeTold(std::move(finding), SentenceId::ReasonNoDeviceEvents)
                               : cannotBeTold(std::move(finding), SentenceId::ReasonDeviceEventsOutside,
                                              {{"events", formatCount(events)}}));
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

std::vector<Finding> copyFindings(const AdviceInput& input, const DeviceFigures& device)
{
    return {copyTimeFinding(input, device), copyOverlapFinding(input, device),
            copyDirectionsFinding(input, device), copySpeedFinding(input, device)};
}

std::vector<Finding> deviceFindings(const AdviceInput& input)
{
    const auto& devices = input.figures.devices;
    if (devices.empty())
        return untoldFindings(input);
    std::vector<Finding> worst;
    const auto isWorse = [](const Finding& a, const Finding& b) {
        return a.verdict != b.verdict ? a.verdict < b.verdict
                                      : a.gainNs.value_or(0.0) > b.gainNs.value_or(0.0);
    };
    for (const DeviceFigures& device : devices) {
        auto findings = copyFindings(input, device);
        std::ranges::move(kernelFindings(input, device), std::back_inserter(findings));
        for (size_t i = 0; i < findings.size(); ++i) {
            findings[i].isOfDevice = false; // the device events that it needs are there
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
