// Findings on the copies of devices, and the choice of the device.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"

#include <algorithm>
#include <iterator>

namespace stepscope {

namespace {

constexpr FindingWords copyTimeWords{
    translatable("Computation and copies"), translatable("How long are copies compared with kernels?"),
    translatable(
        "Time in which memory is copied ÷ time in which kernels run, as unions of their intervals.")};
constexpr FindingWords copyOverlapWords{
    translatable("Overlap of copies and computation"),
    translatable("Does the device copy while it computes?"),
    translatable("Time in which a copy and a kernel run at the same time ÷ the shorter of their times. "
                 "Copies within the device do not count.")};
constexpr FindingWords copySpeedWords{
    translatable("Throughput of copies"),
    translatable("How much of the time of copies is spent in slow ones?"),
    translatable("Time in slow copies between host and device ÷ time in all of "
                 "these copies whose size is known.")};

/// Whether copies take too little of the time to matter.
bool areSmall(int64_t copyNs, const DeviceFigures& device)
{
    return DeviceFigures::share(copyNs, device.spanNs) <= adviceThresholds.smallCopies;
}

Finding withSmallCopies(Finding finding, int64_t copyNs, const DeviceFigures& device)
{
    return notApplicable(std::move(finding),
                         translatable("The copies take {share} of the time, too little for this to matter."),
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
        tries.push_back(translated("Copy from pinned memory: the driver copies other memory twice."));
    if (areSmall)
        tries.push_back(translated("Combine small copies into one: each takes microseconds, however small."));
    if (arePinned && !areSmall)
        tries = {
            translated(
                "Check the bus: these copies are large and use pinned memory, so the link to the device may "
                "have few lanes or be of an older generation, or it is shared with other devices."),
            translated(
                "Copy inputs in a compact type, such as images as bytes, and convert them on the device.")};
    return tries;
}

Finding copyTimeFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyTime, copyTimeWords);
    if (device.kernelNs == 0)
        return cannotBeTold(std::move(finding), translatable("No kernel runs in {scope}."),
                            {{"scope", input.scope()}});
    judge(finding, {.value = DeviceFigures::share(device.copyNs, device.kernelNs),
                    .threshold = adviceThresholds.copyTime});
    if (finding.measure->isCrossed() && areSmall(device.copyNs, device)) {
        finding.measure.reset();
        return withSmallCopies(std::move(finding), device.copyNs, device);
    }
    finding.gainNs = input.perStep(double(device.copyNs - device.copyOverKernelNs));
    finding.meaning = translated("In {scope}, at least one kernel runs for {compute}, and memory is copied "
                                 "for {copy}. Overlapping work counts once.",
                                 {{"scope", input.deviceScope()},
                                  {"compute", timeText(device.kernelNs)},
                                  {"copy", timeText(device.copyNs)}});
    if (!finding.measure->isCrossed())
        return finding;
    if (2 * device.copy(CopyDirection::DeviceToDevice).ns > device.copyNs)
        finding.tries = {translated("Most of this time is spent in copies within the device: avoid clone(), "
                                    "contiguous() and type conversions that the computation does not need.")};
    else
        finding.tries = {
            translated("Keep on the device what the next step needs again, and copy a value to the host only "
                       "when it is read."),
            translated(
                "Copy inputs in a compact type, such as images as bytes, and convert them on the device.")};
    return finding;
}

Finding copyOverlapFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyOverlap, copyOverlapWords);
    if (device.copyNs == 0)
        return notApplicable(std::move(finding),
                             translatable("No memory is copied in {scope}, so nothing could overlap."),
                             {{"scope", input.scope()}});
    if (device.kernelNs == 0)
        return notApplicable(std::move(finding), translatable("No kernel runs in {scope}."),
                             {{"scope", input.scope()}});
    if (device.busCopyNs == 0)
        return notApplicable(std::move(finding), translatable("All copies in {scope} are within the device."),
                             {{"scope", input.scope()}});
    if (areSmall(device.busCopyNs, device))
        return withSmallCopies(std::move(finding), device.busCopyNs, device);
    judge(finding,
          {.value = device.copyOverlap(), .threshold = adviceThresholds.copyOverlap, .isWorseAbove = false});
    finding.gainNs =
        input.perStep(double(std::min(device.busCopyNs, device.kernelNs) - device.busCopyOverKernelNs));
    finding.meaning =
        translated("A kernel runs during {overlap} of {copy} of copies between host and device.",
                   {{"copy", timeText(device.busCopyNs)}, {"overlap", timeText(device.busCopyOverKernelNs)}});
    const auto host = hostCopies(device);
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {translated(
            2 * host.pinnedNs > device.busCopyNs
                ? translatable("Copy asynchronously, on a separate stream, while the previous step computes.")
                : translatable("Copy from pinned memory, asynchronously, on a separate stream while the "
                               "previous step computes."))};
    return finding;
}

Finding copyDirectionsFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::CopyDirections,
        {translatable("Overlap of copies in both directions"),
         translatable("Does the device copy in both directions at the same time?"),
         translatable(
             "Time with copies both to and from the device ÷ the shorter of the times in each direction.")});
    const int64_t up = device.copy(CopyDirection::HostToDevice).ns;
    const int64_t down = device.copy(CopyDirection::DeviceToHost).ns;
    if (device.copyNs == 0)
        return notApplicable(std::move(finding),
                             translatable("No memory is copied in {scope}, so nothing could overlap."),
                             {{"scope", input.scope()}});
    if (device.busCopyNs == 0)
        return notApplicable(std::move(finding), translatable("All copies in {scope} are within the device."),
                             {{"scope", input.scope()}});
    if (up == 0 && down == 0)
        return cannotBeTold(std::move(finding),
                            translatable("No copy of a known size between host and device is in {scope}."),
                            {{"scope", input.scope()}});
    if (up == 0 || down == 0)
        return notApplicable(
            std::move(finding),
            translatable("Memory is copied in one direction only, so nothing could overlap."));
    if (areSmall(std::min(up, down), device))
        return notApplicable(
            std::move(finding),
            translatable("Copies in the less used direction take {share} of the time, too little for an "
                         "overlap to matter."),
            {{"share", measureText(DeviceFigures::share(std::min(up, down), device.spanNs))}});
    judge(finding, {.value = device.directionOverlap(),
                    .threshold = adviceThresholds.copyDirections,
                    .isWorseAbove = false});
    finding.gainNs = input.perStep(double(std::min(up, down) - device.bothDirectionsNs));
    finding.meaning = translated(
        "Copies to the device take {up}, copies from it {down}, and both run at the same time for {both}.",
        {{"up", timeText(up)}, {"down", timeText(down)}, {"both", timeText(device.bothDirectionsNs)}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {
            translated("Give each direction its own stream: the device has a copy engine for each.")};
    return finding;
}

Finding copySpeedFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::CopyThroughput, copySpeedWords);
    const auto both = hostCopies(device);
    if (device.copyNs == 0)
        return notApplicable(std::move(finding), translatable("No memory is copied in {scope}."),
                             {{"scope", input.scope()}});
    if (device.busCopyNs == 0)
        return notApplicable(std::move(finding), translatable("All copies in {scope} are within the device."),
                             {{"scope", input.scope()}});
    if (both.knownNs == 0)
        return cannotBeTold(std::move(finding),
                            translatable("No copy of a known size between host and device is in {scope}."),
                            {{"scope", input.scope()}});
    if (areSmall(both.knownNs, device))
        return withSmallCopies(std::move(finding), both.knownNs, device);
    const double slow = DeviceFigures::share(both.slowNs, both.knownNs);
    judge(finding, {.value = slow, .threshold = adviceThresholds.slowCopies});
    const int64_t exposedNs = device.busCopyNs - device.busCopyOverKernelNs; // the others cause no delay
    finding.gainNs = input.perStep(double(std::min(both.slowNs, exposedNs)));
    finding.meaning = translated("{bytes} are copied between host and device at {speed}/s; {slow} of the "
                                 "time is spent in copies slower than {par}/s.",
                                 {{"bytes", formatBytes(double(both.bytes))},
                                  {"speed", formatBytes(both.throughput())},
                                  {"slow", measureText(slow)},
                                  {"par", formatBytes(slowCopyThroughput)}});
    if (both.slowNs > 0)
        finding.meaning +=
            " " + translated("{share} of the time in slow copies is spent in copies smaller than {size}.",
                             {{"share", measureText(DeviceFigures::share(both.slowSmallNs, both.slowNs))},
                              {"size", formatBytes(double(smallCopyBytes))}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = slowCopyTries(both);
    return finding;
}

std::vector<Finding> findingsWithoutEvents(const AdviceInput& input)
{
    std::vector<Finding> findings;
    const auto events = std::ranges::count_if(input.run.trace.kind, isDeviceWork);
    const auto add = [&](FindingId id, const FindingWords& words) {
        auto finding = newDeviceFinding(id, words);
        findings.push_back(
            events == 0
                ? cannotBeTold(std::move(finding), translatable("The recording has no events of a device."))
                : cannotBeTold(
                      std::move(finding),
                      translatable(
                          "The recording has {events} device events, but none in the steps analyzed."),
                      {{"events", formatCount(events)}}));
    };
    add(FindingId::CopyTime, copyTimeWords);
    add(FindingId::CopyOverlap, copyOverlapWords);
    add(FindingId::CopyThroughput, copySpeedWords);
    add(FindingId::SmallKernels, smallKernelsWords());
    add(FindingId::TensorCores, tensorCoresWords());
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
        return findingsWithoutEvents(input);
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
                    translated("GPU {device}: {text}",
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
