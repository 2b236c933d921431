#include "core/run/event_memory.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <algorithm>
#include <atomic>

namespace stepscope {

namespace {

std::atomic<int64_t>& limit()
{
    static std::atomic<int64_t> bytes = automaticEventMemory();
    return bytes;
}

std::atomic<int64_t>& limitWithoutFile()
{
    static std::atomic<int64_t> bytes = automaticEventMemory();
    return bytes;
}

std::string limitText(const EventsLeftOut& left)
{
    const bool isShare = left.limitBytes >= 0 && left.limitBytes < eventMemoryLimit();
    const auto size = formatBytes(double(left.limitBytes >= 0 ? left.limitBytes : eventMemoryLimit()));
    return isShare ? translated("which is limited to {size} for the events of each run", {{"size", size}})
                   : translated("which is limited to {size} for events", {{"size", size}});
}

} // namespace

int64_t automaticEventMemory()
{
    constexpr int64_t least = 64 << 20;
    static const int64_t bytes = std::max(usableMemoryBytes() / automaticEventMemoryShare, least);
    return bytes;
}

int64_t eventMemoryLimit()
{
    return limit();
}

int64_t eventMemoryWithoutFile()
{
    return limitWithoutFile();
}

void setEventMemoryLimit(int64_t bytes)
{
    setEventMemoryLimit(bytes, bytes);
}

void setEventMemoryLimit(int64_t bytes, int64_t withoutFile)
{
    limit() = std::max<int64_t>(bytes, 0);
    limitWithoutFile() = std::max<int64_t>(withoutFile, 0);
}

int64_t eventMemoryOfEach(size_t runs)
{
    return eventMemoryLimit() / int64_t(std::max<size_t>(runs, 1));
}

int64_t eventMemoryOf(const TraceChunk& chunk)
{
    return eventMemoryOf(int64_t(chunk.events.size()), int64_t(chunk.allocations.size()),
                         int64_t(chunk.deviceWork.size())) +
           int64_t(chunk.steps.size() * sizeof(TraceStep));
}

int64_t eventMemoryOf(int64_t events, int64_t allocations, int64_t deviceWork)
{
    return events * int64_t(sizeof(TraceEvent)) + allocations * int64_t(sizeof(TraceAllocation)) +
           deviceWork * int64_t(sizeof(TraceDeviceWork));
}

void EventsLeftOut::add(const TraceChunk& chunk)
{
    events += int64_t(chunk.events.size());
    steps += int64_t(chunk.steps.size());
    if (!chunk.steps.empty())
        lastStep = chunk.steps.back().number;
}

void EventsLeftOut::add(const EventsLeftOut& other)
{
    events += other.events;
    steps += other.steps;
    lastStep = std::max(lastStep, other.lastStep);
    lostEvents += other.lostEvents;
    lostSteps += other.lostSteps;
    limitBytes = other.limitBytes >= 0 ? other.limitBytes : limitBytes;
    isFileCut = isFileCut || other.isFileCut;
}

std::string leftOutText(const Run& run)
{
    const EventsLeftOut& left = run.leftOut;
    if (!left.any())
        return {};
    const auto kept = int64_t(run.trace.steps.size());
    const auto all = formatCount(kept + left.steps);
    std::string text;
    if (left.isLimited())
        text = translated(
            kept == 0 ? translatable("The events of {all} recorded steps are not in memory, {limit}.")
            : left.lostSteps > 0
                ? translatable("Only {kept} of {all} recorded steps have their events in memory, {limit}.")
                : translatable(
                      "Only the first {kept} of {all} recorded steps have their events in memory, {limit}."),
            {{"kept", formatCount(kept)}, {"all", all}, {"limit", limitText(left)}});
    if (left.lostSteps > 0)
        text +=
            (text.empty() ? "" : " ") + translated("The events of {count} recorded steps were not kept "
                                                   "because they came faster than the disk could write them.",
                                                   {{"count", formatCount(left.lostSteps)}});
    if (left.isLimited())
        text += " " + translated(
                          run.traceFile.empty() ? translatable("The others were not kept.")
                          : left.isFileCut
                              ? translatable("The others are in the run file, as far as it could be written.")
                              : translatable("The others are in the run file."));
    return text;
}

Run withoutEvents(const Run& run)
{
    Run copy{.kind = run.kind,
             .experiment = run.experiment,
             .outcome = run.outcome,
             .failure = run.failure,
             .failureDetail = run.failureDetail,
             .plan = run.plan,
             .stage = run.stage,
             .testBatchesDone = run.testBatchesDone,
             .testBatchesNs = run.testBatchesNs,
             .startUnixMs = run.startUnixMs,
             .endUnixMs = run.endUnixMs,
             .steps = run.steps,
             .stepsLeftOut = run.stepsLeftOut,
             .epochs = run.epochs,
             .graph = run.graph,
             .leftOut = run.leftOut,
             .traceFile = run.traceFile,
             .totals = run.totals,
             .log = run.log,
             .samples = run.samples,
             .scalars = run.scalars};
    copy.trace.names = run.trace.names;
    copy.trace.shapes = run.trace.shapes;
    copy.trace.threads = run.trace.threads;
    copy.trace.devices = run.trace.devices;
    copy.trace.counters = run.trace.counters;
    copy.trace.unit = run.trace.unit;
    copy.leftOut.events += run.trace.size();
    copy.leftOut.steps += int64_t(run.trace.steps.size());
    if (!run.trace.steps.empty())
        copy.leftOut.lastStep = std::max(copy.leftOut.lastStep, run.trace.steps.back().number);
    return copy;
}

} // namespace stepscope
