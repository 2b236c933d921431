#include "core/run/run_contents.h"

#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/trace/event_kind.h"
#include "core/trace/trace_sums.h"

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
    if (contents.isProgram && part == RunPart::Memory)
        return Absence::NotAskedFor;
    if (contents.isProgram && !contents.hasEvents)
        return run.isOver() ? Absence::EndedBeforeStep : Absence::WaitingForStep;
    if (contents.hasEvents)
        return Absence::NotRecorded;
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
    if (contents.areSums && needsTimes(part))
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
        return hasEvents && !areSums;
    case RunPart::Analysis:
        return !areSums && (hasEvents || (hasSteps && !isImported));
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
    return {.isImported = isImported(run),
            .isProgram = run.kind == RunKind::Program,
            .hasEvents = !run.trace.empty() || run.leftOut.any(),
            .areSums = isOfSums(run.trace),
            .unit = run.trace.unit,
            .hasSteps = !run.steps.empty() || run.stepsLeftOut > 0 || !run.trace.steps.empty() ||
                        (isImported(run) && run.plan.totalSteps > 0),
            .hasCurves = (!isImported(run) && !run.steps.empty()) || !run.scalars.empty(),
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
    case Absence::None:
        return {};
    case Absence::NotStarted:
        return translated("it has not started");
    case Absence::SumsHaveNoTimes:
        return translated("a profile of sums by stack has no times");
    case Absence::NothingRecorded:
    case Absence::NotInFile:
        return reasonInFile(part);
    case Absence::NotAskedFor:
        return translated("`stepscope record --memory` was not used");
    case Absence::ProfilerOff:
        return translated("the profiler was off");
    case Absence::WaitingForProfiler:
        return translated("its first active step has not been written yet");
    case Absence::EndedBeforeProfiler:
        return translated("it ended before the profiler's first active step");
    case Absence::WaitingForStep:
    case Absence::EndedBeforeStep:
        break;
    case Absence::NotRecorded:
        return translated("none was recorded");
    }
    if (part == RunPart::Graph)
        return run.kind == RunKind::Program
                   ? translated("no complete forward pass of a torch.nn.Module was recorded")
                   : translated("it ended before the first forward pass was complete");
    if (part == RunPart::Environment)
        return translated("it ended before the environment was recorded");
    if (part == RunPart::MachineSamples)
        return translated("it ended before the first machine sample was taken");
    return run.isOver() ? translated("it ended before its first step")
                        : translated("its first step has not been written yet");
}

} // namespace stepscope
