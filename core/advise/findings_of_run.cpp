// Findings from the whole run and the machine samples.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"
#include "core/run/imported_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

std::string processorsText(double processors)
{
    return fmt::format("{:.2f}", processors);
}

bool isOnCpu(const Run& run)
{
    return run.experiment.device == "cpu";
}

/// A share, with a sign before the digits if it is below 0.
std::string signedText(double share)
{
    const auto text = formatShare(std::abs(share));
    return share < 0 && text != formatShare(0.0) ? "−" + text : text;
}

/// Whether other programs took enough of the run's processors to be worth a look.
bool areOthersBusy(double taken, int processors)
{
    return processors > 0 && taken / processors > adviceThresholds.otherPrograms;
}

/// Threads that are as busy as other programs allow are not at fault.
void explainIdleThreads(Finding& finding, double busy, const AdviceInput& input)
{
    const int processors = input.environment.processors;
    const double taken = processorsTaken(input.figures.machine, processors);
    const double free = processors - taken;
    const bool mayOthersMatter = areOthersBusy(taken, processors) && free < input.run.plan.threads;
    const bool areOthersTheCause = mayOthersMatter && busy >= adviceThresholds.threadsBusy * free;
    if (mayOthersMatter)
        finding.meaning +=
            " " +
            sentence(areOthersTheCause ? SentenceId::AdviceThreadsOthers : SentenceId::AdviceThreadsOthersMay,
                     {{"taken", processorsText(taken)}, {"processors", formatCount(processors)}});
    if (!areOthersTheCause) {
        finding.meaning += " " + sentence(SentenceId::AdviceThreadsLook);
        finding.tries.push_back(sentence(SentenceId::AdviceThreadsTryLarger));
        finding.tries.push_back(sentence(SentenceId::AdviceThreadsTryFewer));
    }
    if (mayOthersMatter)
        finding.tries.push_back(sentence(SentenceId::AdviceThreadsTryAlone));
}

} // namespace

Finding threadsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::Threads,
        {SentenceId::AdviceThreadsTitle, SentenceId::AdviceThreadsQuestion, SentenceId::AdviceThreadsFormula},
        FindingPlace::Machine);
    const auto& use = input.figures.machine;
    const int threads = input.run.plan.threads;
    if (isImported(input.run))
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoSamplesInFile);
    if (!isOnCpu(input.run))
        return notApplicable(std::move(finding), SentenceId::ReasonThreadsOfDevice);
    if (threads == 1)
        return notApplicable(std::move(finding), SentenceId::ReasonOneThread);
    if (threads <= 0 || use.samples < adviceThresholds.fewestSamples || std::isnan(use.processCpuPercent))
        return cannotBeTold(
            std::move(finding), SentenceId::ReasonFewSamples,
            {{"count", formatCount(use.samples)}, {"least", formatCount(adviceThresholds.fewestSamples)}});
    const double busy = use.processCpuPercent / 100;
    judge(finding,
          {.value = busy / threads, .threshold = adviceThresholds.threadsBusy, .isWorseAbove = false});
    finding.gainNs = std::max(0.0, 1.0 - finding.measure->value) * input.stepNs();
    finding.meaning = sentence(SentenceId::AdviceThreadsMeaning,
                               {{"busy", processorsText(busy)}, {"threads", formatCount(threads)}});
    if (finding.measure->isCrossed())
        explainIdleThreads(finding, busy, input);
    return finding;
}

Finding warmUpFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::WarmUp,
        {SentenceId::AdviceWarmUpTitle, SentenceId::AdviceWarmUpQuestion, SentenceId::AdviceWarmUpFormula},
        FindingPlace::Steps);
    const auto& times = input.figures.times;
    const auto& warm = input.figures.warmUp;
    if (isImported(input.run) && input.run.trace.steps.empty())
        return cannotBeTold(std::move(finding), SentenceId::ReasonFewStepsInFile,
                            {{"count", "none"}, {"least", formatCount(adviceThresholds.fewestSteps + 1)}});
    if (isImported(input.run))
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoStartInFile);
    if (times.count < adviceThresholds.fewestSteps)
        return cannotBeTold(std::move(finding), SentenceId::ReasonFewSteps,
                            {{"count", formatCount(int64_t(input.run.steps.size()))},
                             {"least", formatCount(adviceThresholds.fewestSteps + 1)}});
    judge(finding, {.value = warm.share, .threshold = adviceThresholds.warmUp});
    const auto median = formatNs(times.medianNs);
    const auto extra = formatNs(double(warm.extraNs));
    const auto share = measureText(warm.share);
    if (warm.steps == 0)
        finding.meaning = sentence(SentenceId::AdviceWarmUpNone, {{"median", median}});
    else if (warm.steps == 1)
        finding.meaning =
            sentence(SentenceId::AdviceWarmUpOne, {{"extra", extra}, {"median", median}, {"share", share}});
    else
        finding.meaning = sentence(
            SentenceId::AdviceWarmUpMany,
            {{"count", formatCount(warm.steps)}, {"extra", extra}, {"median", median}, {"share", share}});
    if (finding.measure->isCrossed())
        finding.tries.push_back(sentence(SentenceId::AdviceWarmUpTryLonger));
    if (warm.recorded > 0) {
        finding.verdict = FindingVerdict::LookHere;
        finding.meaning +=
            " " + sentence(SentenceId::AdviceWarmUpRecorded, {{"count", formatCount(warm.recorded)}});
        finding.tries.push_back(
            sentence(SentenceId::AdviceWarmUpTryWait, {{"count", formatCount(warm.steps)}}));
    }
    return finding;
}

Finding recorderCostFinding(const AdviceInput& input)
{
    auto finding = newFinding(FindingId::RecorderCost,
                              {SentenceId::AdviceRecorderTitle, SentenceId::AdviceRecorderQuestion,
                               SentenceId::AdviceRecorderFormula});
    const auto& cost = input.figures.recorder;
    if (isImported(input.run))
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoTrialInFile);
    if (!input.run.experiment.profile)
        return notApplicable(std::move(finding), SentenceId::ReasonNotProfiled);
    if (!cost)
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoTrial);
    judge(finding, {.value = cost->share, .threshold = adviceThresholds.recorderCost});
    finding.gainNs = std::max(0.0, cost->share) / (1.0 + std::max(0.0, cost->share)) * input.stepNs();
    finding.meaning =
        sentence(cost->isFound() ? SentenceId::AdviceRecorderFound : SentenceId::AdviceRecorderNotFound,
                 {{"share", signedText(cost->share)},
                  {"low", signedText(cost->interval.low)},
                  {"high", signedText(cost->interval.high)},
                  {"pairs", formatCount(cost->pairs)}});
    if (!cost->isFound() && cost->interval.high > adviceThresholds.recorderCost) {
        finding.measure.reset(); // it may be on either side by chance
        finding.verdict = FindingVerdict::CannotBeTold;
    }
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {sentence(SentenceId::AdviceRecorderTryShapes),
                         sentence(SentenceId::AdviceRecorderTryShares)};
    return finding;
}

Finding memoryFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::Memory,
        {SentenceId::AdviceMemoryTitle, SentenceId::AdviceMemoryQuestion, SentenceId::AdviceMemoryFormula},
        FindingPlace::Machine);
    const auto peak = double(input.figures.machine.peakResidentBytes);
    const auto memory = double(input.environment.memoryBytes);
    if (peak < 0 || memory <= 0)
        return cannotBeTold(std::move(finding), SentenceId::ReasonMemoryUnknown);
    judge(finding, {.value = peak / memory, .threshold = adviceThresholds.memory});
    finding.meaning = sentence(SentenceId::AdviceMemoryMeaning, {{"peak", formatBytes(peak)},
                                                                 {"memory", formatBytes(memory)},
                                                                 {"share", measureText(peak / memory)}});
    if (finding.measure->isCrossed()) {
        finding.tries = {sentence(SentenceId::AdviceMemoryTrySmaller),
                         sentence(SentenceId::AdviceMemoryTryOthers)};
    }
    return finding;
}

Finding otherProgramsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::OtherPrograms,
        {SentenceId::AdviceOthersTitle, SentenceId::AdviceOthersQuestion, SentenceId::AdviceOthersFormula},
        FindingPlace::Machine);
    const auto& use = input.figures.machine;
    const int processors = input.environment.processors;
    const double taken = processorsTaken(use, processors);
    if (isImported(input.run))
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoSamplesInFile);
    if (processors <= 0 || std::isnan(taken) || use.samples < adviceThresholds.fewestSamples)
        return cannotBeTold(
            std::move(finding), SentenceId::ReasonOthersUnknown,
            {{"count", formatCount(use.samples)}, {"least", formatCount(adviceThresholds.fewestSamples)}});
    judge(finding, {.value = taken / processors, .threshold = adviceThresholds.otherPrograms});
    finding.gainNs = std::min(1.0, finding.measure->value) * input.stepNs();
    finding.meaning = sentence(SentenceId::AdviceOthersMeaning,
                               {{"taken", processorsText(taken)}, {"processors", formatCount(processors)}});
    if (finding.measure->isCrossed()) {
        finding.meaning += " " + sentence(SentenceId::AdviceOthersLook);
        finding.tries = {sentence(SentenceId::AdviceOthersTryAlone),
                         sentence(SentenceId::AdviceOthersTryCompare)};
    }
    return finding;
}

Finding gpuUseFinding(const AdviceInput& input)
{
    auto finding =
        newFinding(FindingId::GpuUse,
                   {SentenceId::AdviceGpuTitle, SentenceId::AdviceGpuQuestion, SentenceId::AdviceGpuFormula},
                   FindingPlace::Machine);
    const auto& use = input.figures.machine;
    const double busy = use.gpuUtilizationPercent / 100;
    if (std::isnan(busy) || use.samples < adviceThresholds.fewestSamples) {
        finding.isOfDevice = true;
        return cannotBeTold(std::move(finding), SentenceId::ReasonNoGpuSamples);
    }
    judge(finding, {.value = busy, .threshold = adviceThresholds.gpuBusy, .isWorseAbove = false});
    finding.gainNs = std::max(0.0, 1.0 - busy) * input.stepNs();
    finding.meaning = sentence(SentenceId::AdviceGpuMeaning, {{"share", measureText(busy)}});
    if (finding.measure->isCrossed())
        finding.tries = {sentence(SentenceId::AdviceGpuTryLarger), sentence(SentenceId::AdviceGpuTryHost)};
    return finding;
}

} // namespace stepscope
