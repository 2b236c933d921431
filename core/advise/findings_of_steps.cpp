// Findings from the recorded steps.

#include "core/advise/advice.h"
#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"
#include "core/run/imported_experiment.h"

#include <algorithm>
#include <functional>

namespace stepscope {

namespace {

bool hasTooFewSteps(const AdviceInput& input)
{
    return !input.figures.isOfWholeTrace && input.figures.steps.steps < adviceThresholds.fewestRecordedSteps;
}

Finding withTooFewSteps(Finding finding, const AdviceInput& input)
{
    const bool isOther = isImported(input.run);
    if (!isOther && !input.run.experiment.profile)
        return cannotBeTold(std::move(finding), translatable("The profiler was off in this run."));
    const auto least = formatCount(adviceThresholds.fewestRecordedSteps);
    const int64_t steps = input.figures.steps.steps;
    return cannotBeTold(
        std::move(finding),
        isOther
            ? translated("At least {least} steps with events are needed, but the file has {count}.",
                         {{"least", least}, {"count", formatCount(steps)}})
            : translatedPlural("At least {least} recorded steps are needed, but there is {count}: train for "
                               "more steps than the profiler's wait and warm-up, or select more of them.",
                               "At least {least} recorded steps are needed, but there are {count}: train for "
                               "more steps than the profiler's wait and warm-up, or select more of them.",
                               steps, {{"least", least}, {"count", formatCount(steps)}}));
}

/// How many times as fast a step is without a share of it.
std::string speedupText(double share)
{
    return formatTimes(1.0 / (1.0 - share));
}

/// Whether the possible gain is so much less than a share that the speedup as text differs.
bool isGainBounded(double gained, double share)
{
    return gained < share && speedupText(gained) != speedupText(share);
}

/// Why less than a share of the host's time can be gained.
std::string boundedGainText(double gainNs, double gained)
{
    return translated("While a device works, time saved on the host shortens nothing, so at most {gain} "
                      "({share}) could be gained.",
                      {{"gain", formatNs(gainNs)}, {"share", measureText(gained)}});
}

} // namespace

std::vector<OperatorGain> operatorGains(const AdviceFigures& figures, const Trace& trace, size_t count)
{
    const auto ownNs = [](const OperatorRow& row) { return row.selfNs + row.runtimeNs; };
    std::vector<const OperatorRow*> rows;
    for (const OperatorRow& row : figures.operators.rows) {
        if (ownNs(row) > 0)
            rows.push_back(&row);
    }
    std::ranges::stable_sort(rows, std::greater(), [&](const OperatorRow* row) { return ownNs(*row); });
    const auto wallNs = double(figures.steps.wall.totalNs);
    const auto steps = double(figures.steps.steps);
    std::vector<OperatorGain> gains;
    for (size_t i = 0; i < std::min(count, rows.size()) && wallNs > 0; ++i) {
        const double perStepNs = double(ownNs(*rows[i])) / steps;
        const double share = std::min(1.0, perStepNs * steps / wallNs);
        const auto without = [&](double part) {
            const double gain =
                std::min(share * part, hostGainNs(figures, perStepNs * part) * steps / wallNs);
            return 1.0 / (1.0 - gain);
        };
        gains.push_back({.name = trace.names[rows[i]->name],
                         .pass = rows[i]->pass,
                         .share = share,
                         .perStepNs = perStepNs,
                         .runtimeNs = double(rows[i]->runtimeNs) / steps,
                         .half = without(0.5),
                         .free = without(1.0)});
    }
    return gains;
}

/// True for a trace of device work only.
static bool hasNoOperators(const AdviceInput& input)
{
    return input.figures.operators.rows.empty();
}

static Translatable dataLoadingFormula(const AdviceFigures& figures)
{
    if (figures.split() == StepSplit::Device)
        return translatable(
            "Time in the data part in which no device is busy and no runtime call is in progress ÷ time of "
            "the steps with their device work. The Overview and Steps views call this the data loader.");
    return translatable("Time in the data part that could be gained ÷ time analyzed. With a device, at most "
                        "the time in which the device is idle.");
}

static std::string dataLoadingMeaning(const AdviceInput& input)
{
    const AdviceFigures& figures = input.figures;
    const StepTimeFigures& data = figures.dataTime();
    return translated(
        figures.split() == StepSplit::Passes
            ? translatable("Getting the batch takes {time} of {whole}: {share}.")
            : translatable(
                  "While the host gets the batch, no device is busy for {time} of {whole}: {share}."),
        {{"time", formatNs(figures.splitSteps().perStepNs(data))},
         {"whole", input.wholeOfSplit()},
         {"share", measureText(data.share)}});
}

/// With device work: why the host's own time, which the Steps view shows by pass, is not the one that counts.
static std::string dataOnHostText(const AdviceFigures& figures)
{
    const auto& data = figures.steps.part(StepPart::Data);
    const auto time = formatNs(figures.steps.perStepNs(data));
    if (figures.split() == StepSplit::Passes ||
        time == formatNs(figures.splitSteps().perStepNs(figures.dataTime())))
        return {};
    return " " + translated("On the host, getting the batch takes {time}, {share} of a step; time in which a "
                            "device is busy or a runtime call is in progress is not counted.",
                            {{"time", time}, {"share", measureText(data.share)}});
}

Finding dataLoadingFinding(const AdviceInput& input)
{
    const AdviceFigures& figures = input.figures;
    auto finding = newFinding(FindingId::DataLoading,
                              {translatable("Data loading"), translatable("Does the step wait for its data?"),
                               dataLoadingFormula(figures)},
                              FindingPlace::Steps);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    const StepTimeFigures& data = figures.dataTime();
    if (isImported(input.run) && data.totalNs == 0 && figures.steps.part(StepPart::Data).totalNs == 0)
        return cannotBeTold(std::move(finding),
                            translatable("The recording has no events of a data loader."));
    const StepFigures& steps = figures.splitSteps();
    const double dataNs = steps.perStepNs(data);
    const double stepNs = steps.perStepNs(steps.wall);
    const double gainNs = figures.split() == StepSplit::Device ? dataNs : input.hostGainNs(dataNs);
    const double gained = stepNs > 0 ? gainNs / stepNs : 0.0;
    judge(finding, {.value = gained, .threshold = adviceThresholds.dataLoading});
    finding.gainNs = gainNs;
    finding.meaning = dataLoadingMeaning(input);
    if (isGainBounded(gained, data.share))
        finding.meaning += " " + boundedGainText(gainNs, gained);
    if (finding.measure->isCrossed()) {
        const auto said =
            input.figures.isOfWholeTrace
                ? translatable("Without this time, the trace would be at most {speedup} times as fast.")
                : translatable("Without this time, a step would be at most {speedup} times as fast.");
        finding.meaning += " " + translated(said, {{"speedup", speedupText(gained)}});
        finding.tries = {
            translated(
                "Prepare the next batch on another thread while this one trains, as loader workers do."),
            translated("Keep the samples in memory as tensors of the type that the network "
                       "takes, so that nothing is decoded or converted in a step."),
            translated("Use larger batches: one call then fetches more samples.")};
    }
    finding.meaning += dataOnHostText(figures);
    return finding;
}

/// Whether most of an operator's time is spent in calls of the device's runtime.
static bool isInRuntime(const OperatorGain& gain)
{
    return gain.runtimeNs > gain.perStepNs / 2;
}

/// What the most expensive operator takes, and what making it faster would gain.
static Translatable operatorSpeedup(bool isCrossed, bool isOfWholeTrace)
{
    if (isCrossed)
        return isOfWholeTrace
                   ? translatable(
                         "{operator} ({pass}) takes {share} of {whole}. If it were twice as fast, the "
                         "trace would be at most {half} times as fast; if it took no time, {free} times.")
                   : translatable(
                         "{operator} ({pass}) takes {share} of {whole}. If it were twice as fast, a "
                         "step would be at most {half} times as fast; if it took no time, {free} times.");
    return isOfWholeTrace
               ? translatable(
                     "No operator stands out: even if the most expensive one, {operator} ({pass}) with "
                     "{share} of {whole}, took no time, the trace would be at most {free} times as fast.")
               : translatable(
                     "No operator stands out: even if the most expensive one, {operator} ({pass}) with "
                     "{share} of {whole}, took no time, a step would be at most {free} times as fast.");
}

static std::string operatorMeaning(const AdviceInput& input, const OperatorGain& first, bool isCrossed)
{
    const bool isSmall = isNothingGained(1.0 / (1.0 - first.share));
    const bool isHidden = !isSmall && isNothingGained(first.free);
    const auto id =
        isSmall ? translatable("No operator is worth improving: the most expensive one, {operator} ({pass}), "
                               "takes only {share} of {whole}.")
        : isHidden ? translatable("The most expensive operator, {operator} ({pass}), takes {share} of "
                                  "{whole}, but the device works during nearly all of that time.")
                   : operatorSpeedup(isCrossed, input.figures.isOfWholeTrace);
    auto text = translated(id, {{"operator", withoutNamespace(first.name)},
                                {"pass", passInText(first.pass)},
                                {"share", measureText(first.share)},
                                {"whole", input.whole()},
                                {"half", formatTimes(first.half)},
                                {"free", formatTimes(first.free)}});
    if (isInRuntime(first))
        text += " " + translated("{time} of this is spent in calls of the device's runtime, which launch "
                                 "work or wait for the device.",
                                 {{"time", formatNs(first.runtimeNs)}});
    const double gained = 1.0 - 1.0 / first.free;
    if (!isHidden && isGainBounded(gained, first.share))
        text += " " + boundedGainText(gained * input.stepNs(), gained);
    return text;
}

static std::vector<std::string> operatorTries(const OperatorGain& first)
{
    if (isInRuntime(first))
        return {
            translated("Read values back from the device rarely, and several at once: item(), tolist() and "
                       "cpu() wait until all earlier work of the device is done."),
            translated(
                "Look at these calls in the timeline: copies to the host and synchronizations wait for the "
                "device. Launches wait when the device's queue is full; then the device limits the speed.")};
    return {translated("Look at the shapes it is called with: one of them often takes most of its time."),
            translated("Reduce its work: fewer channels, smaller images or a larger stride before it."),
            translated("Compare runs with different numbers of threads: an operator this large can be split "
                       "among them.")};
}

Finding costliestOperatorsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::CostliestOperators,
        {translatable("Operators worth improving"), translatable("Which operator is worth making faster?"),
         translatable(
             "With p = an operator's own time (its self time and its calls of the device's runtime) ÷ time "
             "analyzed, the step is 1 ÷ (1 − p + p ÷ s) times as fast when the operator is s times as fast "
             "(Amdahl's law). With a device, at most the time in which the device is idle can be gained. "
             "The possible gain is that of s = 2.")},
        FindingPlace::Operators);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    constexpr size_t shown = 5;
    finding.operators = operatorGains(input.figures, input.run.trace, shown);
    if (finding.operators.empty())
        return cannotBeTold(std::move(finding), translatable("No operator was recorded."));
    finding.hasRuntimeCalls = input.figures.operators.hasRuntime;
    const auto& first = finding.operators.front();
    judge(finding, {.value = first.share, .threshold = adviceThresholds.costliestOperator});
    finding.gainNs = input.hostGainNs(first.perStepNs / 2); // no operator takes no time
    finding.isGainOfHalf = true;
    finding.operatorName = first.name;
    finding.meaning = operatorMeaning(input, first, finding.measure->isCrossed());
    if (finding.measure->isCrossed())
        finding.tries = operatorTries(first);
    return finding;
}

Finding betweenOperatorsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::BetweenOperators,
        {translatable("Time between operators"),
         translatable("Is there time in a step, outside data loading, in which no operator runs?"),
         translatable("Time outside data loading in which no operator runs on any thread ÷ time analyzed. "
                      "With a device, the gain is at most the time in which the device is idle.")},
        FindingPlace::Steps);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    if (hasNoOperators(input))
        return cannotBeTold(std::move(finding), translatable("No operator was recorded."));
    const auto& steps = input.figures.steps;
    const auto& between = steps.between; // the data pass has its own finding
    judge(finding, {.value = between.share, .threshold = adviceThresholds.betweenOperators});
    finding.gainNs = input.hostGainNs(steps.perStepNs(between));
    finding.meaning = translated("For {time} of {whole}, outside data loading, no operator runs: {share}. "
                                 "This is the work of the program around its operators.",
                                 {{"time", formatNs(steps.perStepNs(between))},
                                  {"whole", input.whole()},
                                  {"share", measureText(between.share)}});
    if (finding.measure->isCrossed())
        finding.tries = {
            translated("Use larger batches: this time is spent once per batch, whatever its size."),
            translated("Do less between the operators: use fewer of them, and do not read back figures in "
                       "every step.")};
    return finding;
}

Finding smallOperatorsFinding(const AdviceInput& input)
{
    auto finding = newFinding(
        FindingId::SmallOperators,
        {translatable("Small operators"),
         translatable("Is the batch large enough to make operator calls worthwhile?"),
         translatable(
             "Time of operator calls shorter than 10 µs, including the operators and runtime calls in them "
             "(of nested calls, only the outermost) ÷ time analyzed. The gain is half of that, since the "
             "work in them remains, and at most the time in which a device is idle.")},
        FindingPlace::Operators);
    if (hasTooFewSteps(input))
        return withTooFewSteps(std::move(finding), input);
    if (hasNoOperators(input))
        return cannotBeTold(std::move(finding), translatable("No operator was recorded."));
    const auto& figures = input.figures;
    const auto steps = double(figures.steps.steps);
    const double share =
        std::min(1.0, double(figures.smallNs) / double(std::max<int64_t>(figures.steps.wall.totalNs, 1)));
    judge(finding, {.value = share, .threshold = adviceThresholds.smallCalls});
    finding.gainNs = input.hostGainNs(double(figures.smallNs) / steps / 2); // the work itself remains
    finding.isGainOfHalf = true;
    const auto calls = int64_t(double(figures.smallCalls) / steps + 0.5);
    finding.meaning =
        translatedPlural("{calls} call is shorter than {limit} and takes {time} of {whole}: {share}. Much of "
                         "the time of such a short call is spent on the call itself.",
                         "{calls} calls are shorter than {limit} and take {time} of {whole}: {share}. Much "
                         "of the time of such a short call is spent on the call itself.",
                         calls,
                         {{"calls", formatCount(calls)},
                          {"limit", formatNs(double(adviceThresholds.smallCallNs))},
                          {"time", formatNs(double(figures.smallNs) / steps)},
                          {"whole", input.whole()},
                          {"share", measureText(share)}});
    if (finding.measure->isCrossed())
        finding.tries = {
            translated("Use larger batches: the same number of calls then does more work."),
            translated("Use operators that do several things at once, such as a fused optimizer."),
            translated("Try one thread: operators this small do not gain from more.")};
    return finding;
}

} // namespace stepscope
