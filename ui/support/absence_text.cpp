#include "ui/support/absence_text.h"

#include "core/run/run.h"
#include "core/trace/steps/counted_steps.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <vector>

namespace stepscope::ui {

namespace {

struct AbsenceWords
{
    Q_DECLARE_TR_FUNCTIONS(AbsenceText)
};

/// "No operators yet": for a view that waits for a run to start.
QString titleBefore(RunPart part)
{
    switch (part) {
    case RunPart::Steps:
        return AbsenceWords::tr("No steps yet");
    case RunPart::Curves:
        return AbsenceWords::tr("No curves yet");
    case RunPart::Operators:
        return AbsenceWords::tr("No operators yet");
    case RunPart::Timeline:
        return AbsenceWords::tr("No timeline yet");
    case RunPart::Analysis:
        return AbsenceWords::tr("No analysis yet");
    case RunPart::Memory:
        return AbsenceWords::tr("No allocations yet");
    case RunPart::MachineSamples:
        return AbsenceWords::tr("No charts yet");
    case RunPart::Graph:
        return AbsenceWords::tr("No network yet");
    default:
        return AbsenceWords::tr("Nothing to show yet");
    }
}

/// What the view will show, and how to get there.
QString invitation(RunPart part)
{
    switch (part) {
    case RunPart::Steps:
        return AbsenceWords::tr("Press Train, or open a run or a trace, to see how long each step takes and "
                                "which parts of it take that time.");
    case RunPart::Curves:
        return AbsenceWords::tr("Press Train to follow loss and accuracy, step by step.");
    case RunPart::Operators:
        return AbsenceWords::tr("Press Train with the profiler on to see the cost of each operator while the "
                                "training runs.");
    case RunPart::Timeline:
        return AbsenceWords::tr("Press Train with the profiler on to see the recorded steps, with each "
                                "operator on its thread.");
    case RunPart::Analysis:
        return AbsenceWords::tr("Press Train to see what the run's figures mean and what to try, each with "
                                "its formula and threshold.");
    case RunPart::Memory:
        return AbsenceWords::tr("Press Train with the profiler on to see the allocations of its active "
                                "steps.");
    case RunPart::MachineSamples:
        return AbsenceWords::tr("Press Train to see processor use and memory here, updated twice a second.");
    case RunPart::Graph:
        return AbsenceWords::tr("Press Train to see the network's operators with their shapes and "
                                "parameters.");
    default:
        return AbsenceWords::tr("Press Train.");
    }
}

/// Of a run that is over.
QString titleWithout(RunPart part)
{
    switch (part) {
    case RunPart::Steps:
        return AbsenceWords::tr("This run has no steps");
    case RunPart::Curves:
        return AbsenceWords::tr("This run has no curves");
    case RunPart::Operators:
        return AbsenceWords::tr("No operators");
    case RunPart::Kernels:
        return AbsenceWords::tr("No kernels");
    case RunPart::Analysis:
        return AbsenceWords::tr("Nothing to analyze");
    case RunPart::Memory:
        return AbsenceWords::tr("No memory was recorded in this run");
    case RunPart::MachineSamples:
        return AbsenceWords::tr("No machine samples");
    case RunPart::Graph:
        return AbsenceWords::tr("This run has no graph");
    default:
        return AbsenceWords::tr("Nothing was recorded");
    }
}

/// Of a run that is not over.
QString titleWaiting(const Run& run, RunPart part)
{
    if (part == RunPart::MachineSamples)
        return AbsenceWords::tr("Waiting for the first machine sample…");
    if (part == RunPart::Graph)
        return run.kind == RunKind::Program ? AbsenceWords::tr("No graph yet")
                                            : AbsenceWords::tr("Capturing the network…");
    return AbsenceWords::tr("Waiting for the first step…");
}

QString hintWaiting(const Run& run, RunPart part)
{
    if (part == RunPart::MachineSamples)
        return AbsenceWords::tr("The machine is sampled twice per second.");
    if (part == RunPart::Graph)
        return run.kind == RunKind::Program
                   ? AbsenceWords::tr("It appears with the first complete forward pass of a "
                                      "torch.nn.Module.")
                   : AbsenceWords::tr("Its graph appears after the first forward pass.");
    return run.kind == RunKind::Program ? AbsenceWords::tr("The program has not computed anything yet.")
                                        : AbsenceWords::tr("The data is being prepared.");
}

/// Of a run that ended early.
AbsenceText textOfEnd(const Run& run, RunPart part)
{
    if (part == RunPart::MachineSamples)
        return {titleWithout(part),
                AbsenceWords::tr("The run ended before the first machine sample was taken.")};
    if (run.outcome == RunOutcome::Failed && run.steps.empty() && run.kind != RunKind::Program)
        return {AbsenceWords::tr("The run failed before its first step"), toQString(run.failure)};
    if (part == RunPart::Graph)
        return {titleWithout(part),
                run.kind == RunKind::Program
                    ? AbsenceWords::tr("No complete forward pass of a torch.nn.Module was recorded. The "
                                       "Flame and Calls views show which operators called which.")
                    : AbsenceWords::tr("It ended before the network was captured.")};
    return {titleWithout(part),
            run.kind == RunKind::Program
                ? AbsenceWords::tr("The program ended before its first operator or step was recorded.")
                : AbsenceWords::tr(
                      "The run ended before its first step; the Log view says why, as far as it is known.")};
}

QString hintOfFile(const Run& run, RunPart part)
{
    switch (part) {
    case RunPart::Steps:
        return AbsenceWords::tr("The imported file marks no steps: choose “Use as steps” in the menu of an "
                                "operator that occurs once in each step.");
    case RunPart::Curves:
        return AbsenceWords::tr("The imported file has no loss and no accuracy. Tick runs in the list of "
                                "runs to see their curves.");
    case RunPart::Memory:
        return AbsenceWords::tr("The imported file has no allocations.");
    case RunPart::MachineSamples:
        return AbsenceWords::tr("The imported file has no machine samples.");
    case RunPart::Operators:
        return AbsenceWords::tr("The imported file has no operators.");
    case RunPart::Graph:
        return run.trace.empty()
                   ? AbsenceWords::tr("The imported file does not describe the network.")
                   : AbsenceWords::tr("The imported file does not describe the network. The Flame and Calls "
                                      "views show which operators called which.");
    case RunPart::Kernels:
        return AbsenceWords::tr("The imported file has no work on a GPU.");
    default:
        return AbsenceWords::tr("The imported file has no recording.");
    }
}

/// Of a run whose recording has events of other kinds.
QString hintOfRecording(RunPart part)
{
    switch (part) {
    case RunPart::Memory:
        return AbsenceWords::tr("The recording has no allocations.");
    case RunPart::Kernels:
        return AbsenceWords::tr("The recording has no work on a GPU.");
    default:
        return AbsenceWords::tr("The recording has no operators.");
    }
}

/// For steps of wait and warm-up before the first active one.
QString withStepsBefore(const Run& run, QString (*text)(int form))
{
    const int64_t before = run.experiment.profileWait + run.experiment.profileWarmup;
    return counted(text(formNumber(before)), before);
}

AbsenceText textOf(const Run& run, RunPart part, Absence why)
{
    switch (why) {
    case Absence::SumsHaveNoTimes:
        return {AbsenceWords::tr("An aggregated profile has no timestamps"),
                AbsenceWords::tr("It records how much each function cost, not when. See the flame "
                                 "graph, the call graph and the table of operators, which has a row for each "
                                 "function.")};
    case Absence::NothingRecorded:
        return {AbsenceWords::tr("Nothing was recorded"),
                AbsenceWords::tr(
                    "The imported file has no recording. See the Graph view for a model's network.")};
    case Absence::NotInFile:
        return {titleWithout(part), hintOfFile(run, part)};
    case Absence::NotAskedFor:
        return {titleWithout(part),
                AbsenceWords::tr("Use `stepscope record --memory`, or “Record memory” in the dialog, to "
                                 "record the memory of a Python program.")};
    case Absence::ProfilerOff:
        return {AbsenceWords::tr("The profiler was off"),
                AbsenceWords::tr("Turn the profiler on in the experiment and train again to see where the "
                                 "time and the memory go.")};
    case Absence::WaitingForProfiler:
        return {AbsenceWords::tr("Waiting for the profiler"), withStepsBefore(run, [](int form) {
                    return AbsenceWords::tr("It records the first active step after %1 step(s) of wait and "
                                            "warm-up.",
                                            nullptr, form);
                })};
    case Absence::EndedBeforeProfiler:
        if (run.kind == RunKind::Program)
            return {AbsenceWords::tr("No step was profiled"), withStepsBefore(run, [](int form) {
                        return AbsenceWords::tr("The program ended before the first step whose events are "
                                                "kept, after %1 step(s). Choose earlier steps with "
                                                "`stepscope record --window`.",
                                                nullptr, form);
                    })};
        return {AbsenceWords::tr("No step was profiled"), withStepsBefore(run, [](int form) {
                    return AbsenceWords::tr("The run ended before the profiler's first active step. Train "
                                            "for more than %1 step(s), or shorten its wait and warm-up.",
                                            nullptr, form);
                })};
    case Absence::WaitingForStep:
        return {titleWaiting(run, part), hintWaiting(run, part)};
    case Absence::EndedBeforeStep:
        return textOfEnd(run, part);
    case Absence::NotRecorded:
        return {titleWithout(part), hintOfRecording(part)};
    case Absence::None:
    case Absence::NotStarted:
        break;
    }
    return {};
}

/// Whether the events of these steps were recorded, but are not in memory. None of them is in the trace.
bool areLeftOut(const Run& run, const StepRange& steps)
{
    if (!run.leftOut.any() || steps.first > run.leftOut.lastStep)
        return false;
    const auto first = std::ranges::lower_bound(run.steps, steps.first, {}, &StepMetrics::step);
    const auto end = std::ranges::upper_bound(run.steps, steps.last, {}, &StepMetrics::step);
    return first >= end || // their phases are not known
           std::any_of(first, end, [](const StepMetrics& step) { return step.phase == StepPhase::Active; });
}

QString titleOfSteps(const StepRange& steps, bool areLeftOut)
{
    if (steps.first == steps.last)
        return (areLeftOut ? AbsenceWords::tr("The events of step %1 are not in memory")
                           : AbsenceWords::tr("Step %1 was not recorded"))
            .arg(countText(steps.first));
    return (areLeftOut ? AbsenceWords::tr("The events of steps %1 to %2 are not in memory")
                       : AbsenceWords::tr("None of the steps %1 to %2 was recorded"))
        .arg(countText(steps.first), countText(steps.last));
}

/// Which steps were recorded, of those in memory: "Recorded: 10 to 39, 100 to 129."
QString recordedText(const Run& run, const Trace& trace)
{
    constexpr size_t mostRanges = 4;
    const auto ranges = recordedRanges(trace);
    if (ranges.empty())
        return AbsenceWords::tr("No step was recorded.");
    QStringList texts;
    int64_t count = 0;
    for (const StepRange& range : ranges) {
        count += range.last - range.first + 1;
        texts += range.first == range.last
                     ? countText(range.first)
                     : AbsenceWords::tr("%1 to %2").arg(countText(range.first), countText(range.last));
    }
    const QString which =
        ranges.size() <= mostRanges
            ? texts.join(", ")
            : counted(AbsenceWords::tr("%1 step(s) between %2 and %3", nullptr, formNumber(count)), count)
                  .arg(countText(ranges.front().first), countText(ranges.back().last));
    return (run.leftOut.any() ? AbsenceWords::tr("Recorded steps in memory: %1.")
                              : AbsenceWords::tr("Recorded steps: %1."))
        .arg(which);
}

} // namespace

QString goToStepText(int64_t step)
{
    return AbsenceWords::tr("Go to step %1").arg(countText(step));
}

QString goToStepHelp()
{
    return AbsenceWords::tr("Select the recorded step that is nearest to the selected ones");
}

AbsenceText absenceText(const Run* run, RunPart part)
{
    const Absence why = whyAbsent(run, part);
    if (why == Absence::NotStarted)
        return {titleBefore(part), invitation(part)};
    return textOf(*run, part, why);
}

AbsenceText callsAbsenceText(const Run* run, const StepRange& steps)
{
    if (whyAbsent(run, RunPart::Operators) == Absence::None)
        return stepsAbsenceText(*run, run->trace, steps);
    return absenceText(run, RunPart::Operators);
}

AbsenceText stepsAbsenceText(const Run& run, const Trace& trace, const StepRange& steps)
{
    const auto isInSteps = [&steps](const TraceStep& step) {
        return isRecorded(step) && steps.contains(step.number);
    };
    if (steps.isAll() || std::ranges::any_of(trace.steps, isInSteps))
        return {AbsenceWords::tr("No events in these steps"),
                AbsenceWords::tr("Select other steps, or all of them."), nearestRecordedStep(trace, steps)};
    return {titleOfSteps(steps, areLeftOut(run, steps)), recordedText(run, trace),
            nearestRecordedStep(trace, steps)};
}

} // namespace stepscope::ui
