#include "core/advise/finding.h"

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"

#include <array>
#include <cmath>

namespace stepscope {

const char* findingName(FindingId id)
{
    switch (id) {
    case FindingId::DataLoading:
        return "data-loading";
    case FindingId::CostliestOperators:
        return "costliest-operators";
    case FindingId::Threads:
        return "threads";
    case FindingId::WarmUp:
        return "warm-up";
    case FindingId::RecorderCost:
        return "recorder-cost";
    case FindingId::BetweenOperators:
        return "between-operators";
    case FindingId::Memory:
        return "memory";
    case FindingId::SmallOperators:
        return "small-operators";
    case FindingId::OtherPrograms:
        return "other-programs";
    case FindingId::GpuUse:
        return "gpu-use";
    case FindingId::CopyTime:
        return "copy-time";
    case FindingId::CopyOverlap:
        return "copy-overlap";
    case FindingId::CopyThroughput:
        return "copy-throughput";
    case FindingId::SmallKernels:
        return "small-kernels";
    case FindingId::TensorCores:
        break;
    case FindingId::CopyDirections:
        return "copy-directions";
    case FindingId::Utilization:
        return "utilization";
    case FindingId::DeviceIdle:
        return "device-idle";
    case FindingId::CostliestKernels:
        return "costliest-kernels";
    case FindingId::DeviceFill:
        return "device-fill";
    case FindingId::KernelConcurrency:
        return "kernel-concurrency";
    case FindingId::Communication:
        return "communication";
    case FindingId::DeviceMemory:
        return "device-memory";
    case FindingId::RankOverlap:
        return "rank-overlap";
    case FindingId::Stragglers:
        return "stragglers";
    case FindingId::HostCommunication:
        return "host-communication";
    }
    return "tensor-cores";
}

const char* verdictKey(FindingVerdict verdict)
{
    switch (verdict) {
    case FindingVerdict::LookHere:
        return "look-here";
    case FindingVerdict::Good:
        return "good";
    case FindingVerdict::NotApplicable:
        return "not-applicable";
    case FindingVerdict::CannotBeTold:
        break;
    }
    return "cannot-be-told";
}

std::string verdictText(FindingVerdict verdict)
{
    switch (verdict) {
    case FindingVerdict::LookHere:
        return translated("Needs attention");
    case FindingVerdict::Good:
        return translated("Good");
    case FindingVerdict::NotApplicable:
        return translated("Not applicable");
    case FindingVerdict::CannotBeTold:
        break;
    }
    return translated("Cannot tell");
}

std::span<const FindingId> causesOf(FindingId id)
{
    using enum FindingId;
    static constexpr std::array ofTime{OtherPrograms};
    static constexpr std::array ofThreads{OtherPrograms, DataLoading, BetweenOperators, SmallOperators};
    static constexpr std::array ofIdle{OtherPrograms, DataLoading, BetweenOperators, SmallOperators,
                                       SmallKernels};
    static constexpr std::array ofUtilization{OtherPrograms, DataLoading,    BetweenOperators, SmallOperators,
                                              SmallKernels,  CopyThroughput, CopyTime,         CopyOverlap,
                                              Stragglers,    Communication,  DeviceIdle};
    static constexpr std::array ofUse{OtherPrograms, DataLoading,    BetweenOperators, SmallOperators,
                                      SmallKernels,  CopyThroughput, CopyTime,         CopyOverlap,
                                      Stragglers,    Communication,  DeviceIdle,       Utilization};
    static constexpr std::array ofSmallKernels{OtherPrograms, SmallOperators};
    static constexpr std::array ofCopies{OtherPrograms, CopyThroughput};
    static constexpr std::array ofFill{OtherPrograms, SmallKernels};
    static constexpr std::array ofConcurrency{OtherPrograms, SmallKernels, DeviceFill};
    static constexpr std::array ofKernels{OtherPrograms, TensorCores};
    static constexpr std::array ofCommunication{OtherPrograms, Stragglers};
    switch (id) {
    case OtherPrograms:
    case Memory:
    case DeviceMemory:
        return {};
    case Threads:
        return ofThreads;
    case DeviceIdle:
        return ofIdle;
    case Utilization:
        return ofUtilization;
    case GpuUse:
        return ofUse;
    case SmallKernels:
        return ofSmallKernels;
    case CopyTime:
    case CopyOverlap:
    case CopyDirections:
        return ofCopies;
    case DeviceFill:
        return ofFill;
    case KernelConcurrency:
        return ofConcurrency;
    case CostliestKernels:
        return ofKernels;
    case Communication:
    case HostCommunication:
    case RankOverlap:
        return ofCommunication;
    default:
        return ofTime;
    }
}

GainTableHeads gainTableHeads(const Finding& finding)
{
    const bool areKernels = finding.id == FindingId::CostliestKernels;
    const bool isOwn = finding.hasRuntimeCalls; // not the self time that other tables show
    const auto name = areKernels ? translatable("Kernel") : translatable("Operator");
    const auto pick = [&](Translatable kernels, Translatable own, Translatable self) {
        return areKernels ? kernels : isOwn ? own : self;
    };
    if (!finding.isGainPerStep)
        return {.name = name,
                .time = pick(translatable("Total time"), translatable("Own time"), translatable("Self time")),
                .shortTime = pick(translatable("Total"), translatable("Own"), translatable("Self")),
                .share = translatable("Share of trace"),
                .half = translatable("Trace, if twice as fast"),
                .free = translatable("Trace, if it took no time")};
    return {.name = name,
            .time = pick(translatable("Total time per step"), translatable("Own time per step"),
                         translatable("Self time per step")),
            .shortTime = pick(translatable("Per step"), translatable("Own"), translatable("Self")),
            .share = translatable("Share of step"),
            .half = translatable("Step, if twice as fast"),
            .free = translatable("Step, if it took no time")};
}

std::string timeText(int64_t ns)
{
    return formatNs(double(ns));
}

std::string gainText(const Finding& finding)
{
    if (!finding.gainNs)
        return translated("Possible gain: not known");
    const auto text =
        finding.isOfWholeRun ? translatable("Possible gain: up to {gain} per step (median of the run)")
        : !finding.isGainPerStep
            ? finding.isGainOfHalf
                  ? translatable("Possible gain: up to {gain} of the trace, if twice as fast")
                  : translatable("Possible gain: up to {gain} of the trace")
        : finding.isGainOfHalf ? translatable("Possible gain: up to {gain} per step, if twice as fast")
                               : translatable("Possible gain: up to {gain} per step");
    return translated(text, {{"gain", formatNs(*finding.gainNs)}});
}

std::string measureText(double share)
{
    const int decimals = std::abs(share) < 0.0995 ? 1 : 0;
    return share > 0 ? formatShareAboveZero(share, decimals) : formatShare(share, decimals);
}

std::string measureText(const FindingMeasure& measure)
{
    auto text = measureText(measure.value);
    const auto looksEqual = [&](int digits) {
        return measure.value != measure.threshold &&
               formatShare(measure.value, digits) == formatShare(measure.threshold, digits);
    };
    constexpr int mostDigits = 2;
    int digits = std::abs(measure.value) < 0.0995 ? 1 : 0;
    while (digits < mostDigits && looksEqual(digits))
        text = formatShare(measure.value, ++digits);
    return measure.isGain ? translated("possible gain {share}", {{"share", text}}) : text;
}

std::string thresholdText(const FindingMeasure& measure)
{
    return translated(measure.isWorseAbove ? translatable("at most {share}")
                                           : translatable("at least {share}"),
                      {{"share", formatShare(measure.threshold, 0)}});
}

Finding newFinding(FindingId id, const FindingWords& words, FindingPlace place)
{
    Finding finding;
    finding.id = id;
    finding.title = translated(words.title);
    finding.question = translated(words.question);
    finding.formula = translated(words.formula);
    finding.place = place;
    return finding;
}

bool isNothingGained(double timesAsFast)
{
    return formatTimes(timesAsFast) == formatTimes(1.0);
}

void judge(Finding& finding, const FindingMeasure& measure)
{
    finding.measure = measure;
    finding.verdict = measure.isCrossed() ? FindingVerdict::LookHere : FindingVerdict::Good;
}

void judgeByGain(Finding& finding, const AdviceInput& input)
{
    const double stepNs = finding.isOfWholeRun ? input.runStepNs() : input.stepNs();
    if (finding.verdict != FindingVerdict::LookHere || !finding.gainNs || stepNs <= 0)
        return;
    const double share = *finding.gainNs / stepNs;
    if (share >= adviceThresholds.smallGain)
        return;
    finding.meaning += " " + translated("The figure itself is {value} (threshold: {limit}), but at most "
                                        "{gain} of {whole} could be gained, less than {least}.",
                                        {{"value", measureText(*finding.measure)},
                                         {"limit", thresholdText(*finding.measure)},
                                         {"gain", formatNs(*finding.gainNs)},
                                         {"whole", finding.isOfWholeRun ? input.wholeOfRun() : input.whole()},
                                         {"least", formatShare(adviceThresholds.smallGain, 0)}});
    finding.formula +=
        " " +
        translated(input.figures.isOfWholeTrace
                       ? translatable("Here the possible gain ÷ the time of the trace is compared with "
                                      "the threshold.")
                       : translatable("Here the possible gain ÷ the time of a step is compared with the "
                                      "threshold."));
    finding.tries.clear();
    judge(finding, {.value = share, .threshold = adviceThresholds.smallGain, .isGain = true});
}

Finding notApplicable(Finding finding, std::string reason)
{
    finding.verdict = FindingVerdict::NotApplicable;
    finding.measure.reset();
    finding.meaning = std::move(reason);
    return finding;
}

Finding notApplicable(Finding finding, Translatable reason, TextValues values)
{
    return notApplicable(std::move(finding), translated(reason, values));
}

Finding cannotBeTold(Finding finding, std::string reason)
{
    finding.verdict = FindingVerdict::CannotBeTold;
    finding.measure.reset();
    finding.meaning = std::move(reason);
    return finding;
}

Finding cannotBeTold(Finding finding, Translatable reason, TextValues values)
{
    return cannotBeTold(std::move(finding), translated(reason, values));
}

} // namespace stepscope
