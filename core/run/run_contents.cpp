#include "core/run/run_contents.h"

#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/trace/event_kind.h"
#include "core/trace/trace_sums.h"

#include <algorithm>

namespace stepscope {

namespace {

/// Whether the part is made of events, which only the profiler records.
bool isOfEvents(RunPart part)
{
    return part == RunPart::Operators || part == RunPart::Timeline || part == RunPart::Kernels ||
           part == RunPart::Memory;
}

bool needsTimes(RunPart part)
{
    return part == RunPart::Timeline || part == RunPart::Steps || part == RunPart::Analysis ||
           part == RunPart::Kernels || part == RunPart::Memory;
}

Absence ofEvents(const Run& run, const RunContents& contents, RunPart part)
{
    if (contents.hasEvents)
        return contents.isProgram && part == RunPart::Memory ? Absence::NotAskedFor : Absence::NotRecorded;
    if (contents.isProgram && !contents.hasSteps)
        return run.isOver() ? Absence::EndedBeforeStep : Absence::WaitingForStep;
    if (!run.experiment.profile)
        return Absence::ProfilerOff;
    return run.isOver() ? Absence::EndedBeforeProfiler : Absence::WaitingForProfiler;
}

std::string reasonInFile(RunPart part)
{
    switch (part) {
    case RunPart::Steps:
        return translated("the imported file has no steps");
    case RunPart::Curves:
        return translated("the imported file has no losses or other logged values");
    case RunPart::Epochs:
        return translated("the imported file has no epochs");
    case RunPart::Operators:
        return translated("the imported file has no operators");
    case RunPart::Kernels:
        return translated("the imported file has no work on a GPU");
    case RunPart::Memory:
        return translated("the imported file has no allocations");
    case RunPart::MachineSamples:
        return translated("the imported file has no machine samples");
    case RunPart::Graph:
        return translated("the imported file does not describe the network");
    case RunPart::Environment:
        return translated("the imported file does not describe the machine");
    case RunPart::Timeline:
    case RunPart::Analysis:
        break;
    }
    return translated("the imported file has no recording");
}

Absence whyAbsent(const Run& run, const RunContents& contents, RunPart part)
{
    if (contents.has(part))
        return Absence::None;
    if (run.outcome == RunOutcome::NotStarted)
        return Absence::NotStarted;
    if (contents.areFunctions && needsTimes(part))
        return Absence::SumsHaveNoTimes;
    if (contents.isImported)
        return !contents.hasEvents && (isOfEvents(part) || needsTimes(part)) ? Absence::NothingRecorded
                                                                             : Absence::NotInFile;
    if (isOfEvents(part))
        return ofEvents(run, contents, part);
    return run.isOver() ? Absence::EndedBeforeStep : Absence::WaitingForStep;
}

} // namespace

bool RunContents::has(RunPart part) const
{
    switch (part) {
    case RunPart::Steps:
        return hasSteps;
    case RunPart::Curves:
        return hasCurves;
    case RunPart::Epochs:
        return hasEpochs;
    case RunPart::Operators:
        return hasEvents;
    case RunPart::Timeline:
        return hasEvents && !areFunctions;
    case RunPart::Analysis:
        return !areFunctions && (hasEvents || (hasSteps && !isImported));
    case RunPart::Kernels:
        return hasDeviceWork;
    case RunPart::Memory:
        return hasMemory;
    case RunPart::MachineSamples:
        return hasMachineSamples;
    case RunPart::Graph:
        return hasGraph;
    case RunPart::Environment:
        break;
    }
    return false;
}

RunContents contentsOf(const Run& run)
{
    const auto isLogged = [](const ScalarSeries& series) { return !isOwnTag(series.tag); };
    return {.isImported = isImported(run),
            .isProgram = run.kind == RunKind::Program,
            .hasEvents = !run.trace.empty() || run.leftOut.any(),
            .areFunctions = traceContents(run.trace).areFunctions,
            .unit = run.trace.unit,
            .hasSteps = !run.steps.empty() || run.stepsLeftOut > 0 || !run.trace.steps.empty() ||
                        (isImported(run) && run.plan.totalSteps > 0),
            .hasCurves =
                (!isImported(run) && !run.steps.empty()) || std::ranges::any_of(run.scalars, isLogged),
            .hasEpochs = !run.epochs.empty(),
            .hasDeviceWork = hasStreams(run.trace),
            .hasMemory = !run.trace.allocations.empty(),
            .hasMachineSamples = !run.samples.empty(),
            .hasGraph = run.graph != nullptr};
}

Absence whyAbsent(const Run* run, RunPart part)
{
    return run ? whyAbsent(*run, contentsOf(*run), part) : Absence::NotStarted;
}

std::string absenceReason(const Run& run, RunPart part)
{
    switch (whyAbsent(&run, part)) {
    case Absence::None: // events, but none of this kind
        return isImported(run) ? reasonInFile(part) : translated("none was recorded");
    case Absence::NotStarted:
        return translated("the run has not started");
    case Absence::SumsHaveNoTimes:
        return translated("an aggregated profile has no timestamps");
    case Absence::NothingRecorded:
    case Absence::NotInFile:
        return reasonInFile(part);
    case Absence::NotAskedFor:
        return translated("none was recorded; `stepscope record --memory` records it");
    case Absence::ProfilerOff:
        return translated("the profiler was off");
    case Absence::WaitingForProfiler:
        return translated("the first active step has not been written yet");
    case Absence::EndedBeforeProfiler:
        return translated("the run ended before the profiler's first active step");
    case Absence::WaitingForStep:
    case Absence::EndedBeforeStep:
        break;
    case Absence::NotRecorded:
        return translated("none was recorded");
    }
    if (!run.isOver())
        return part == RunPart::MachineSamples
                   ? translated("the first machine sample has not been written yet")
                   : translated("the first step has not been written yet");
    if (part == RunPart::Graph)
        return run.kind == RunKind::Program
                   ? translated("no complete forward pass of a torch.nn.Module with parameters was recorded")
                   : translated("the run ended before the first forward pass was complete");
    if (part == RunPart::Environment)
        return translated("the run ended before the environment was recorded");
    if (part == RunPart::MachineSamples)
        return translated("the run ended before the first machine sample was taken");
    return translated("the run ended before its first step");
}

} // namespace stepscope
