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
    auto finding = newDeviceFinding(
        FindingId::Utilization,
        {translatable("Utilization of the device"), translatable("Do kernels run most of the time?"),
         translatable("Time in which kernels run (overlapping kernels count once) ÷ time from the start of "
                      "the first step to the end of the last, or of the trace if it has no steps.")},
        FindingPlace::Steps);
    judge(finding,
          {.value = device.utilization(), .threshold = adviceThresholds.gpuBusy, .isWorseAbove = false});
    finding.gainNs = input.perStep(double(device.spanNs - device.kernelNs));
    finding.meaning = translated("At least one kernel runs for {compute} of {span}.",
                                 {{"compute", timeText(device.kernelNs)}, {"span", timeText(device.spanNs)}});
    if (device.concurrentNs > 0)
        finding.meaning += " " + translated("Kernels overlap: their durations add up to {sum}.",
                                            {{"sum", timeText(device.kernelSumNs)}});
    if (!finding.measure->isCrossed())
        return finding;
    finding.tries = {
        translated("See what the device waits for, in the question about idle time and in the timeline.")};
    if (2 * device.idle.otherNs <= device.idleNs())
        finding.tries.insert(
            finding.tries.begin(),
            translated("Use larger batches: each launch from the host then gives the device more to do."));
    return finding;
}

/// What the vendor calls them.
std::string processorsWord(const DeviceFigures& device)
{
    return translated(device.properties.isAmd() ? translatable("compute units")
                                                : translatable("multiprocessors"));
}

/// "9.03 ms because the next work was launched late, 196 µs for other or unknown reasons".
std::string idleCauses(const IdleCauses& idle)
{
    std::string text;
    const auto add = [&text](Translatable id, int64_t ns) {
        if (ns > 0)
            text += (text.empty() ? "" : ", ") + translated(id, {{"time", timeText(ns)}});
    };
    add(translatable("{time} because the next work was launched late"), idle.hostWaitNs);
    add(translatable("{time} during the call that launched the next work"), idle.launchNs);
    add(translatable("{time} in short gaps before work that had been launched"), idle.kernelWaitNs);
    add(translatable("{time} for other or unknown reasons"), idle.otherNs);
    return text;
}

/// Against the largest cause of idle time.
std::vector<std::string> idleTries(const DeviceFigures& device)
{
    const auto& idle = device.idle;
    const auto fewer =
        translated("Use larger batches, or record the step as a {graph}: fewer launches for the same work.",
                   {{"graph", translated(device.properties.isAmd() ? translatable("HIP graph")
                                                                   : translatable("CUDA graph"))}});
    const int64_t largest =
        std::max({idle.hostWaitNs, idle.launchNs, idle.kernelWaitNs, idle.otherNs, int64_t(1)});
    if (largest == idle.otherNs)
        return {translated("See in the timeline what the host does in these gaps: for most of this time, the "
                           "recording does not say why the device is idle.")};
    if (largest == idle.launchNs)
        return {
            translated("Look at the longest launching calls in the timeline: the first launch of a kernel "
                       "loads its code, which takes milliseconds, so record steps after the warm-up."),
            fewer};
    if (largest == idle.kernelWaitNs)
        return {fewer};
    return {fewer,
            translated(
                "Read losses and counts of correct predictions back from the device rarely: each read waits "
                "for the device, which then waits for the host."),
            translated("Prepare the next batch on another thread while this one computes.")};
}

Finding idleFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::DeviceIdle,
        {translatable("Idle time of the device"), translatable("What does the device wait for?"),
         translatable("Time in which the device does nothing ÷ time from the start of the first step to the "
                      "end of the last, or of the trace if it has no steps. Launched late: the launching "
                      "call started only after the device had become idle.")},
        FindingPlace::Steps);
    const auto& idle = device.idle;
    judge(finding, {.value = DeviceFigures::share(device.idleNs(), device.spanNs),
                    .threshold = adviceThresholds.idle});
    finding.gainNs = input.perStep(double(device.idleNs()));
    finding.meaning =
        device.idleNs() == 0
            ? translated("The device is never idle in {span}.", {{"span", timeText(device.spanNs)}})
            : translated(
                  "The device does nothing for {idle} of {span}: {causes}. The longest gap takes {longest}.",
                  {{"idle", timeText(device.idleNs())},
                   {"span", timeText(device.spanNs)},
                   {"causes", idleCauses(idle)},
                   {"longest", timeText(idle.longestNs)}});
    if (device.launchedKernels > 0)
        finding.meaning +=
            " " + translated("On average, a kernel starts {delay} after its launching call does.",
                             {{"delay", timeText(device.launchDelayNs / device.launchedKernels)}});
    if (finding.measure->isCrossed())
        finding.tries = idleTries(device);
    return finding;
}

Finding costliestKernelsFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::CostliestKernels,
        {translatable("Most expensive kernels"), translatable("Which kernel is worth improving first?"),
         translatable(
             "The steps become 1 ÷ (1 − p + p ÷ s) times as fast if the kernel becomes s times as fast "
             "(Amdahl's law); p = kernel time ÷ step time. Time in which other kernels run as well cannot be "
             "gained. The possible gain is that of s = 2.")},
        FindingPlace::Operators);
    if (device.kernelSumNs == 0 || device.spanNs == 0)
        return cannotBeTold(std::move(finding), translatable("No kernel runs in {scope}."),
                            {{"scope", input.scope()}});
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
    finding.isGainOfHalf = true;
    finding.operatorName = first.name;
    const auto meaning =
        isNothingGained(1.0 / (1.0 - first.share))
            ? translatable("No kernel is worth improving: the most expensive one, {kernel}, "
                           "takes only {share} of {whole}.")
        : isNothingGained(first.free)
            ? translatable("The most expensive kernel, {kernel}, takes {share} of {whole}, "
                           "but other kernels run during nearly all of that time.")
        : input.figures.isOfWholeTrace
            ? translatable("{kernel} takes {share} of {whole}; if it took no time, the trace "
                           "would be at most {free} times as fast.")
            : translatable("{kernel} takes {share} of {whole}; if it took no time, a step "
                           "would be at most {free} times as fast.");
    finding.meaning =
        translated(meaning, {{"kernel", shortLine(withoutNamespace(first.name), longestShownName)},
                             {"share", measureText(first.share)},
                             {"whole", input.whole(device)},
                             {"free", formatTimes(first.free)}});
    const double gained = 1.0 - 1.0 / first.free;
    if (!isNothingGained(first.free) && formatTimes(first.free) != formatTimes(1.0 / (1.0 - first.share)))
        finding.meaning += " " + translated("Other kernels run during part of that time, so at most {gain} "
                                            "({share}) could be gained.",
                                            {{"gain", formatNs(std::min(first.perStepNs, aloneNs))},
                                             {"share", measureText(gained)}});
    if (!finding.measure->isCrossed())
        return finding;
    if (device.rows.front().kind == EventKind::Communication)
        finding.tries = communicationTries(communicationKind(first.name));
    else
        finding.tries = {
            translated(
                "Compute in half precision where the results allow it: this halves the memory traffic."),
            translated("Choose sizes that are multiples of 8 or 64, which the fast kernels are made for.")};
    return finding;
}

Finding smallKernelsFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::SmallKernels, smallKernelsWords());
    if (device.kernels == 0)
        return cannotBeTold(std::move(finding), translatable("No kernel runs in {scope}."),
                            {{"scope", input.scope()}});
    if (device.ownLaunches == 0)
        return cannotBeTold(
            std::move(finding),
            device.graphKernels > 0
                ? translatable("All kernels with a known launching call belong to graphs, which one call "
                               "launches together.")
                : translatable("The recording does not say which calls launched the kernels."));
    judge(finding, {.value = DeviceFigures::share(device.shortKernelsNs, device.kernelSumNs),
                    .threshold = adviceThresholds.smallKernels});
    finding.gainNs = input.perStep(double(device.shortKernelsNs));
    finding.meaning = translatedPlural(
        "Of {kernels}, {count} is shorter than the call: {time} in total.",
        "Of {kernels}, {count} are shorter than the call: {time} in total.", device.shortKernels,
        {{"count", formatCount(device.shortKernels)},
         {"kernels",
          translatedPlural("{all} kernel launched individually", "{all} kernels launched individually",
                           device.ownLaunches, {{"all", formatCount(device.ownLaunches)}})},
         {"time", timeText(device.shortKernelsNs)}});
    finding.meaning +=
        " " + (device.endedInLaunch == 0
                   ? translated("No kernel ends before its launching call returns.")
                   : translatedPlural("{ended} kernel ends before the launching call returns.",
                                      "{ended} kernels end before the launching call returns.",
                                      device.endedInLaunch, {{"ended", formatCount(device.endedInLaunch)}}));
    if (device.graphKernels > 0)
        finding.meaning +=
            " " +
            translatedPlural(
                "{count} kernel of graphs, which one call launches together, is not compared with that call.",
                "{count} kernels of graphs, which one call launches together, are not compared with that "
                "call.",
                device.graphKernels, {{"count", formatCount(device.graphKernels)}});
    if (const int64_t others = device.kernels - device.ownLaunches - device.graphKernels; others > 0)
        finding.meaning +=
            " " + translatedPlural("The launching call of {count} more kernel in {scope} is not known.",
                                   "The launching call of {count} more kernels in {scope} is not known.",
                                   others, {{"count", formatCount(others)}, {"scope", input.scope()}});
    if (finding.measure->isCrossed())
        finding.tries = {
            translated(
                "Fuse operators (torch.compile, fused optimizers), so that fewer kernels do more each."),
            translated("Use larger batches.")};
    return finding;
}

Finding tensorCoresFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(FindingId::TensorCores, tensorCoresWords());
    if (device.properties.isAmd())
        return cannotBeTold(std::move(finding),
                            translatable("This is an AMD device: the names of its kernels do not show which "
                                         "of them use matrix cores."));
    if (device.properties.computeMajor < adviceThresholds.tensorCoreCapability)
        return cannotBeTold(
            std::move(finding),
            translatable("The device has no tensor cores, or the recording does not identify the device."));
    const int64_t could = device.eligibleNs;
    const double unjudged = DeviceFigures::share(device.unjudgedNs, device.kernelSumNs);
    const auto addUnjudged = [&](Finding answered) {
        if (unjudged >= adviceThresholds.unjudgedKernels)
            answered.meaning +=
                " " + translated("Another {share} of the kernel time cannot be judged, because the operators "
                                 "of these kernels are not known, as for kernels of graphs.",
                                 {{"share", measureText(unjudged)}});
        return answered;
    };
    if (could == 0)
        return addUnjudged(cannotBeTold(
            std::move(finding), translatable("No kernel has the name of a matrix product or convolution or "
                                             "was launched by an operator that could use tensor cores.")));
    judge(finding, {.value = DeviceFigures::share(device.tensorCoreNs, could),
                    .threshold = adviceThresholds.tensorCores,
                    .isWorseAbove = false});
    finding.gainNs = input.perStep(double(could - device.tensorCoreNs)) / 2;
    finding.meaning = translated(
        "Of {eligible} in kernels that could use tensor cores, {used} is spent in kernels that do. The "
        "kernels that could use them take {share} of the time of all kernels (sum of durations).",
        {{"eligible", timeText(could)},
         {"used", timeText(device.tensorCoreNs)},
         {"share", measureText(DeviceFigures::share(could, device.kernelSumNs))}});
    if (finding.measure->isCrossed())
        finding.tries = {
            translated(
                device.properties.computeMajor < adviceThresholds.tf32Capability
                    ? translatable("Train with automatic mixed precision.")
                    : translatable(
                          "Train with automatic mixed precision, or allow TF32 for 32-bit matrix products.")),
            translated("Make the sizes of layers and batches multiples of 8.")};
    return addUnjudged(std::move(finding));
}

Finding withoutBlocks(Finding finding, const DeviceFigures& device)
{
    return cannotBeTold(std::move(finding),
                        translatable("The recording does not say how many {processors} the kernels use."),
                        {{"processors", processorsWord(device)}});
}

Finding fillFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::DeviceFill,
        {translatable("Use of the multiprocessors"),
         translatable("Do kernels have enough work for the whole device?"),
         translatable("Min(blocks ÷ multiprocessors, 1), weighted by time ÷ time in which at least one "
                      "kernel runs. On AMD devices, compute units take the place of multiprocessors.")});
    const double fill = fillOf(device);
    if (fill < 0.0)
        return withoutBlocks(std::move(finding), device);
    judge(finding, {.value = fill, .threshold = adviceThresholds.deviceFill, .isWorseAbove = false});
    finding.gainNs = (1.0 - fill) * input.perStep(double(device.kernelNs));
    finding.meaning = translated("While kernels run, they fill {fill} of the {processors}, and {efficiency} "
                                 "over all of the time (SM efficiency).",
                                 {{"fill", measureText(fill)},
                                  {"efficiency", measureText(device.smEfficiency)},
                                  {"processors", processorsWord(device)}});
    if (device.occupancy >= 0.0)
        finding.meaning +=
            " " + translated("The mean achieved occupancy is estimated at {occupancy}.",
                             {{"occupancy", device.occupancy > 0.0 ? measureText(device.occupancy)
                                                                   : translated("under 1 %")}});
    if (finding.measure->isCrossed())
        finding.tries = {translated("Use larger batches: kernels then have more blocks.")};
    return finding;
}

Finding concurrencyFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::KernelConcurrency,
        {translatable("Concurrent kernels"), translatable("Do small kernels run concurrently?"),
         translatable("Time in which two or more kernels run ÷ time in which any runs.")});
    const double fill = fillOf(device);
    const int64_t steps = std::max<int64_t>(input.figures.countedSteps, 1);
    if (device.kernels <= steps && device.concurrentNs == 0)
        return notApplicable(
            std::move(finding),
            translatedPlural(
                "Only {count} kernel runs in {scope}, so there is hardly anything to run concurrently.",
                "Only {count} kernels run in {scope}, so there is hardly anything to run concurrently.",
                device.kernels, {{"count", formatCount(device.kernels)}, {"scope", input.scope()}}));
    if (fill < 0.0)
        return withoutBlocks(std::move(finding), device);
    if (fill >= 0.5) // two would not run at the same time
        return notApplicable(std::move(finding),
                             translatable("Kernels fill {fill} of the device while they run, so there is "
                                          "little room for another kernel."),
                             {{"fill", measureText(fill)}});
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
    finding.meaning = translated("Two or more kernels run at the same time for {both} of {compute}, and "
                                 "kernels fill {fill} of the device.",
                                 {{"both", timeText(device.concurrentNs)},
                                  {"compute", timeText(device.kernelNs)},
                                  {"fill", measureText(fill)}});
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {translated("Launch independent work on several streams.")};
    return finding;
}

Finding communicationFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::Communication,
        {translatable("Communication between devices"), translatable("How long do devices exchange data?"),
         translatable("Time in which only communication kernels run (overlapping ones count once) ÷ time "
                      "from the start of the first step to the end of the last.")},
        FindingPlace::Steps);
    if (device.communicationNs == 0)
        return notApplicable(std::move(finding),
                             translatable("No data is exchanged between devices in {scope}."),
                             {{"scope", input.scope()}});
    judge(finding, {.value = DeviceFigures::share(device.communicationNs - device.hiddenCommunicationNs,
                                                  device.spanNs),
                    .threshold = adviceThresholds.communication});
    finding.gainNs = input.perStep(double(device.communicationNs - device.hiddenCommunicationNs));
    finding.meaning = translated(
        "Devices exchange data for {time}; during {hidden} of that, other kernels run.",
        {{"time", timeText(device.communicationNs)}, {"hidden", timeText(device.hiddenCommunicationNs)}});
    finding.meaning += " " + largestCommunication(device.communication);
    if (finding.measure->isCrossed())
        finding.tries = communicationTries(device.communication.largest());
    return finding;
}

Finding memoryFinding(const AdviceInput& input, const DeviceFigures& device)
{
    auto finding = newDeviceFinding(
        FindingId::DeviceMemory,
        {translatable("Memory of the device"), translatable("Is there device memory left?"),
         translatable("Largest amount allocated or reserved ÷ memory of the device. If the recording has "
                      "only single allocations, the largest amount that those of the recorded steps held at "
                      "the same time, without earlier allocations.")});
    const auto& peaks = input.figures.peaks;
    const auto peak = std::ranges::find_if(peaks, [&](const DevicePeak& each) {
        return each.device == device.device && each.process == device.process;
    });
    const auto memory = double(device.properties.memoryBytes);
    if (peak == peaks.end())
        return cannotBeTold(std::move(finding),
                            translatable("The recording has no memory figures of the device."));
    if (memory <= 0)
        return cannotBeTold(std::move(finding),
                            translatable("The recording does not say how much memory the device has."));
    judge(finding, {.value = double(peak->bytes) / memory, .threshold = adviceThresholds.memory});
    const TextValues amounts = {{"peak", formatBytes(double(peak->bytes))}, {"memory", formatBytes(memory)}};
    if (peak->isLowerBound && !finding.measure->isCrossed())
        return cannotBeTold(std::move(finding),
                            translatable("The recorded allocations hold up to {peak} of {memory} at the same "
                                         "time. How much was allocated before them is not known."),
                            amounts);
    finding.meaning =
        peak->isLowerBound
            ? translated("The recorded allocations alone hold up to {peak} of {memory} at the same time.",
                         amounts)
            : translated("Up to {peak} of {memory} are allocated or reserved at the same time.", amounts);
    if (finding.measure->isCrossed())
        finding.tries = {translated(
            "Use smaller batches, or recompute activations in the backward pass (checkpointing).")};
    return finding;
}

} // namespace

FindingWords smallKernelsWords()
{
    return {translatable("Small kernels"), translatable("Are the kernels large enough to fill the device?"),
            translatable("Time of kernels shorter than the call that launched them ÷ time of all kernels.")};
}

FindingWords tensorCoresWords()
{
    return {
        translatable("Tensor cores"), translatable("Do matrix products run on the tensor cores?"),
        translatable("Time of kernels that use tensor cores ÷ time of kernels that could: those launched by "
                     "operators that have such kernels, and those whose names are of matrix products or "
                     "convolutions.")};
}

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
