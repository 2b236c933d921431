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
            translated(areOthersTheCause
                           ? translatable("Other programs used {taken} of the {processors} processors on "
                                          "average, so the threads had to wait for a processor.")
                           : translatable("Other programs used {taken} of the {processors} processors on "
                                          "average, so the threads may have had to wait for a processor."),
                       {{"taken", processorsText(taken)}, {"processors", formatCount(processors)}});
    if (!areOthersTheCause) {
        finding.meaning +=
            " " + translated("The rest of the time they waited: for operators that run on one thread, or for "
                             "each other at the end of those that run on several.");
        finding.tries.push_back(
            translated("Use larger batches, so that each operator has more work to split."));
        finding.tries.push_back(translated(
            "Train with fewer threads and compare: splitting small operators costs more than it gains."));
    }
    if (mayOthersMatter)
        finding.tries.push_back(translated("Close other programs and train again before you change the batch "
                                           "size or the number of threads."));
}

} // namespace

Finding threadsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::Threads,
        {translatable("Use of the threads"), translatable("Are the operators' threads busy?"),
         translatable("Mean number of processors that the process kept busy, including tests ÷ threads per "
                      "operator. The gain assumes threads that are busy all the time.")},
        FindingPlace::Machine);
    const auto& use = input.figures.machine;
    const int threads = input.run.plan.threads;
    if (isImported(input.run))
        return cannotBeTold(std::move(finding), translatable("The file has no machine samples."));
    if (input.run.kind == RunKind::Program)
        return cannotBeTold(std::move(finding),
                            translatable("The processor time of a recorded program includes processes that "
                                         "it started, such as workers of a DataLoader."));
    if (!isOnCpu(input.run))
        return notApplicable(std::move(finding),
                             translatable("A device does the work; the host's threads only launch it."));
    if (threads == 1)
        return notApplicable(std::move(finding), translatable("The operators ran on one thread."));
    if (threads <= 0 || use.samples < adviceThresholds.fewestSamples || std::isnan(use.processCpuPercent))
        return cannotBeTold(std::move(finding),
                            translatedPlural("At least {least} machine samples are needed (two per second), "
                                             "but there is {count}: train longer.",
                                             "At least {least} machine samples are needed (two per second), "
                                             "but there are {count}: train longer.",
                                             use.samples,
                                             {{"count", formatCount(use.samples)},
                                              {"least", formatCount(adviceThresholds.fewestSamples)}}));
    const double busy = use.processCpuPercent / 100;
    judge(finding,
          {.value = busy / threads, .threshold = adviceThresholds.threadsBusy, .isWorseAbove = false});
    finding.gainNs = std::max(0.0, 1.0 - finding.measure->value) * input.runStepNs();
    finding.meaning = translated("The process kept {busy} processors busy with {threads} threads.",
                                 {{"busy", processorsText(busy)}, {"threads", formatCount(threads)}});
    if (finding.measure->isCrossed())
        explainIdleThreads(finding, busy, input);
    return finding;
}

Finding warmUpFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::WarmUp,
        {translatable("Warm-up"), translatable("How much longer do the first steps take than a typical one?"),
         translatable(
             "(Time of the first steps − time of as many median steps) ÷ time of all training steps. The "
             "first steps end before the first one that takes no longer than the 95th percentile of all "
             "later ones.")},
        FindingPlace::Steps);
    const auto& times = input.figures.times;
    const auto& warm = input.figures.warmUp;
    if (isImported(input.run) && input.run.trace.steps.empty())
        return cannotBeTold(
            std::move(finding),
            translatable("At least {least} steps with events are needed, but the file has none."),
            {{"least", formatCount(adviceThresholds.fewestSteps + 1)}});
    if (isImported(input.run))
        return cannotBeTold(std::move(finding),
                            translatable("The file has only the recorded steps, not the steps before them."));
    if (times.count < adviceThresholds.fewestSteps)
        return cannotBeTold(std::move(finding),
                            translatedPlural("At least {least} steps are needed, but there is {count}.",
                                             "At least {least} steps are needed, but there are {count}.",
                                             int64_t(input.run.steps.size()),
                                             {{"count", formatCount(int64_t(input.run.steps.size()))},
                                              {"least", formatCount(adviceThresholds.fewestSteps + 1)}}));
    judge(finding, {.value = warm.share, .threshold = adviceThresholds.warmUp});
    const auto median = formatNs(times.medianNs);
    const auto extra = formatNs(double(warm.extraNs));
    const auto share = measureText(warm.share);
    if (warm.steps == 0)
        finding.meaning = translated(
            "The first step took no longer than the others; their median is {median}.", {{"median", median}});
    else if (warm.steps == 1)
        finding.meaning = translated(
            "The first step took {extra} longer than the median of {median}: {share} of the whole training.",
            {{"extra", extra}, {"median", median}, {"share", share}});
    else
        finding.meaning = translated(
            "The first {count} steps took {extra} longer than {count} median steps of {median}: {share} of "
            "the whole training.",
            {{"count", formatCount(warm.steps)}, {"extra", extra}, {"median", median}, {"share", share}});
    if (finding.measure->isCrossed())
        finding.tries.push_back(
            translated("Train longer before you compare whole runs, or compare the medians of their steps."));
    if (warm.recorded > 0) {
        finding.verdict = FindingVerdict::LookHere;
        finding.meaning +=
            " " +
            translatedPlural(
                "{count} of them is recorded, so the recorded figures are not those of the steady state.",
                "{count} of them are recorded, so the recorded figures are not those of the steady state.",
                warm.recorded, {{"count", formatCount(warm.recorded)}});
        finding.tries.push_back(
            translatedPlural("Let the profiler wait and warm up for at least {count} step.",
                             "Let the profiler wait and warm up for at least {count} steps.", warm.steps,
                             {{"count", formatCount(warm.steps)}}));
    }
    return finding;
}

Finding recorderCostFinding(const AdviceInput& input)
{
    auto finding = newFinding(FindingId::RecorderCost,
                              {translatable("Cost of the recorder"),
                               translatable("How much longer does a step take because it is recorded?"),
                               translatable("Median over pairs of blocks of steps, one with the recorder and "
                                            "one without, of the ratio of their median steps − 1.")});
    const auto& cost = input.figures.recorder;
    if (isImported(input.run))
        return cannotBeTold(
            std::move(finding),
            translatable(
                "A trace does not show what recording it cost; only training in Stepscope measures this."));
    if (!input.run.experiment.profile)
        return notApplicable(std::move(finding), translatable("The profiler was off in this run."));
    if (!cost)
        return cannotBeTold(std::move(finding),
                            translatable("After the profiler's schedule, the run was too short to alternate "
                                         "steps with and without the recorder."));
    judge(finding, {.value = cost->share, .threshold = adviceThresholds.recorderCost});
    finding.gainNs = std::max(0.0, cost->share) / (1.0 + std::max(0.0, cost->share)) * input.runStepNs();
    finding.meaning = translated(
        cost->isFound() ? translatable("Recording makes a step {share} longer (95 % interval {low} to "
                                       "{high}, from {pairs} of blocks of steps).")
                        : translatable("The cost of recording cannot be distinguished from chance: {share} "
                                       "(95 % interval {low} to {high}, from {pairs} of blocks of steps)."),
        {{"share", signedText(cost->share)},
         {"low", signedText(cost->interval.low)},
         {"high", signedText(cost->interval.high)},
         {"pairs", translatedPlural("{count} pair", "{count} pairs", cost->pairs,
                                    {{"count", formatCount(cost->pairs)}})}});
    if (!cost->isFound() && cost->interval.high > adviceThresholds.recorderCost) {
        finding.measure.reset(); // it may be on either side by chance
        finding.verdict = FindingVerdict::CannotBeTold;
    }
    if (finding.verdict == FindingVerdict::LookHere)
        finding.tries = {translated("Record without input shapes."),
                         translated("In the operator table, read shares rather than times; read times in the "
                                    "curves, where most steps are not recorded.")};
    return finding;
}

Finding memoryFinding(const AdviceInput& input)
{
    auto finding = newFinding(FindingId::Memory,
                              {translatable("Memory"), translatable("Is there memory left?"),
                               translatable("Largest resident size of the process (sampled twice per second) "
                                            "÷ memory of the machine, or of the container if that is less.")},
                              FindingPlace::Machine);
    const auto peak = double(input.figures.machine.peakResidentBytes);
    const auto memory = double(input.environment.memoryBytes);
    if (peak < 0 || memory <= 0)
        return cannotBeTold(std::move(finding),
                            translatable("The memory of the process or of the machine is not known."));
    judge(finding, {.value = peak / memory, .threshold = adviceThresholds.memory});
    finding.meaning = translated("The process used up to {peak} of {memory}: {share}.",
                                 {{"peak", formatBytes(peak)},
                                  {"memory", formatBytes(memory)},
                                  {"share", measureText(peak / memory)}});
    if (input.run.kind == RunKind::Program)
        finding.meaning += " " + translated("Processes that it started, and other ranks, are not included.");
    if (finding.measure->isCrossed()) {
        finding.tries = {
            translated(
                "Use smaller batches: what the forward pass keeps for the backward pass grows with them."),
            translated(
                "Close other programs: when memory runs out, the system kills processes or starts to swap.")};
    }
    return finding;
}

Finding otherProgramsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::OtherPrograms,
        {translatable("Other programs"), translatable("Did other programs take processors from this run?"),
         translatable(
             "(Processors kept busy by other programs on average − processors this run may not use) ÷ "
             "processors it may use. The gain is the same share of a step; while steps are selected, of the "
             "run's median step.")},
        FindingPlace::Machine);
    const auto& use = input.figures.machine;
    const int processors = input.environment.processors;
    const double taken = processorsTaken(use, processors);
    if (isImported(input.run))
        return cannotBeTold(std::move(finding), translatable("The file has no machine samples."));
    if (input.run.kind == RunKind::Program)
        return cannotBeTold(std::move(finding),
                            translatable("The samples do not distinguish other programs from Stepscope's "
                                         "recorder and from other processes of the recorded program."));
    if (processors <= 0 || std::isnan(taken) || use.samples < adviceThresholds.fewestSamples)
        return cannotBeTold(std::move(finding),
                            translatedPlural("At least {least} samples of all processors are needed (two per "
                                             "second), but there is {count}.",
                                             "At least {least} samples of all processors are needed (two per "
                                             "second), but there are {count}.",
                                             use.samples,
                                             {{"count", formatCount(use.samples)},
                                              {"least", formatCount(adviceThresholds.fewestSamples)}}));
    judge(finding, {.value = taken / processors, .threshold = adviceThresholds.otherPrograms});
    finding.gainNs = std::min(1.0, finding.measure->value) * input.runStepNs();
    finding.meaning = translated("Other programs used {taken} of the {processors} processors on average.",
                                 {{"taken", processorsText(taken)}, {"processors", formatCount(processors)}});
    if (finding.measure->isCrossed()) {
        finding.meaning +=
            " " + translated("Every time in this run is longer and less steady than on an idle machine.");
        finding.tries = {translated("Close other programs and train again before you compare times."),
                         translated("Compare shares within this run: they are affected less than times.")};
    }
    return finding;
}

Finding gpuUseFinding(const AdviceInput& input)
{
    auto finding = newFinding(FindingId::GpuUse,
                              {translatable("Use of the GPU"), translatable("Is the GPU busy?"),
                               translatable("Mean over time of the driver's figure: the share of time in "
                                            "which a kernel of any program ran.")},
                              FindingPlace::Machine);
    const auto& use = input.figures.machine;
    const double busy = use.gpuUtilizationPercent / 100;
    if (std::isnan(busy) || use.samples < adviceThresholds.fewestSamples) {
        finding.isOfDevice = true;
        return cannotBeTold(std::move(finding),
                            translatable("The recording has no samples of the GPU driver's figures."));
    }
    judge(finding, {.value = busy, .threshold = adviceThresholds.gpuBusy, .isWorseAbove = false});
    finding.gainNs = std::max(0.0, 1.0 - busy) * input.runStepNs();
    finding.meaning =
        translated("The GPU ran a kernel during {share} of the time.", {{"share", measureText(busy)}});
    if (finding.measure->isCrossed())
        finding.tries = {
            translated("Use larger batches: the GPU then has more to do for each call from the host."),
            translated("Check the time between operators and the data loading: the GPU waits for the host.")};
    return finding;
}

} // namespace stepscope
