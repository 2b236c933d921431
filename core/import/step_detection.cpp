#include "core/import/step_detection.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/median.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/run/imported_facts.h"
#include "core/run/run.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace stepscope {

namespace {

/// The time from a start up to, but not including, an end.
struct Span
{
    int64_t startNs = 0;
    int64_t endNs = 0;
};

Span spanOf(const Trace& trace, EventId event)
{
    return {trace.startNs[event], trace.startNs[event] + trace.durationNs[event]};
}

/// The events that pass a test, on the thread that has the most of them, without nested ones, in order of
/// time.
template<typename Test>
std::vector<EventId> eventsOf(const Trace& trace, const Test& test)
{
    std::vector<signed char> isWanted(trace.names.size(), -1); // by name; -1: not tested yet
    std::map<ThreadId, std::vector<EventId>> byThread;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        if (isOnDevice(trace.kind[event]))
            continue;
        auto& wanted = isWanted[trace.name[event]];
        if (wanted < 0)
            wanted = test(trace.names[trace.name[event]]);
        if (wanted)
            byThread[trace.thread[event]].push_back(event);
    }
    std::vector<EventId> most;
    for (auto& [thread, events] : byThread) {
        if (events.size() > most.size())
            most = std::move(events);
    }
    std::ranges::stable_sort(most, {}, [&](EventId event) { return trace.startNs[event]; });
    int64_t endNs = std::numeric_limits<int64_t>::min();
    std::erase_if(most, [&](EventId event) {
        const Span span = spanOf(trace, event);
        const bool isInside = span.startNs < endNs;
        endNs = std::max(endNs, span.endNs);
        return isInside;
    });
    return most;
}

/// Whether four in five intervals have about the same length.
bool isRegular(const std::vector<Span>& steps)
{
    constexpr size_t fewest = 3;
    if (steps.size() < fewest)
        return false;
    std::vector<int64_t> lengths;
    for (const Span& step : steps)
        lengths.push_back(step.endNs - step.startNs);
    const int64_t median = upperMedianOf(lengths);
    const auto similar = std::ranges::count_if(
        lengths, [median](int64_t length) { return length >= median / 2 && length <= 2 * median; });
    return median > 0 && size_t(similar) * 5 >= lengths.size() * 4;
}

/// The spans from each mark to the next.
template<typename Mark>
std::vector<Span> between(const std::vector<EventId>& marks, const Mark& ns)
{
    std::vector<Span> spans;
    for (size_t i = 0; i + 1 < marks.size(); ++i)
        spans.push_back({ns(marks[i]), ns(marks[i + 1])});
    return spans;
}

const std::string& nameOf(const Trace& trace, EventId event)
{
    return trace.names[trace.name[event]];
}

/// Steps of the optimizer, each with the batches loaded before it.
std::vector<Span> stepsOfBoth(const Trace& trace, const std::vector<EventId>& batches,
                              const std::vector<EventId>& updates)
{
    struct Update
    {
        int64_t firstBatchNs;
        int64_t batches;
        int64_t endNs;
    };
    std::vector<Update> found;
    size_t next = 0;
    for (const EventId update : updates) {
        const Span span = spanOf(trace, update);
        const size_t first = next;
        while (next < batches.size() && trace.startNs[batches[next]] < span.startNs)
            ++next;
        const int64_t beginNs = first < next ? trace.startNs[batches[first]] : span.startNs;
        found.push_back({beginNs, int64_t(next - first), span.endNs});
    }
    std::vector<int64_t> counts;
    for (const Update& update : found)
        counts.push_back(update.batches);
    const int64_t usual = upperMedianOf(counts);
    constexpr size_t fewest = 3;
    if (usual < 1 || found.size() < fewest ||
        size_t(std::ranges::count(counts, usual)) * 10 < counts.size() * 9)
        return {};
    std::vector<Span> steps;
    for (size_t i = 0; i < found.size(); ++i) {
        if (found[i].batches != usual)
            continue;
        const bool isNextOne = i + 1 < found.size() && found[i + 1].batches == usual;
        steps.push_back({found[i].firstBatchNs, isNextOne ? found[i + 1].firstBatchNs : found[i].endNs});
    }
    return steps;
}

/// Makes steps of these spans. A step has the events that begin in it, see TraceStep.
DetectedSteps made(const Trace& trace, const std::vector<Span>& spans, std::string source)
{
    DetectedSteps detected{.source = std::move(source)};
    for (const Span& span : spans)
        detected.steps.push_back({.number = int64_t(detected.steps.size()),
                                  .startNs = span.startNs,
                                  .durationNs = span.endNs - span.startNs,
                                  .firstEvent = trace.endEvent(),
                                  .endEvent = trace.endEvent(),
                                  .phase = StepPhase::Active});
    DeviceWorkWalk work;
    size_t at = 0;
    bool isBegun = false;
    for (EventId event(0); event < trace.endEvent() && at < detected.steps.size(); ++event) {
        int64_t ns = trace.startNs[event]; // in the order of the trace
        const TraceDeviceWork* known = isOnDevice(trace.kind[event]) ? work.at(trace, event) : nullptr;
        if (known && known->launcher < event)
            ns = std::max(ns, trace.startNs[known->launcher]);
        while (at < detected.steps.size()) {
            TraceStep& step = detected.steps[at];
            if (!isBegun && step.startNs > ns)
                break;
            if (!isBegun)
                step.firstEvent = event;
            isBegun = true;
            if (step.startNs + step.durationNs > ns)
                break;
            step.endEvent = event;
            isBegun = false;
            ++at;
        }
    }
    return detected;
}

DetectedSteps fromRanges(const Trace& trace)
{
    const auto startNs = [&](EventId event) { return trace.startNs[event]; };
    const auto endNs = [&](EventId event) { return spanOf(trace, event).endNs; };
    const auto batches =
        eventsOf(trace, [](const std::string& name) { return name.starts_with("enumerate(DataLoader)"); });
    const auto updates =
        eventsOf(trace, [](const std::string& name) { return name.starts_with("Optimizer.step#"); });
    if (!batches.empty() && !updates.empty()) {
        const auto steps = stepsOfBoth(trace, batches, updates);
        if (steps.empty())
            return {};
        return made(trace, steps,
                    rangesSource(nameOf(trace, batches.front()), nameOf(trace, updates.front())));
    }
    const bool areUpdates = !updates.empty();
    const auto& marks = areUpdates ? updates : batches;
    const auto steps = areUpdates ? between(marks, endNs) : between(marks, startNs);
    if (!isRegular(steps))
        return {};
    return made(trace, steps, rangesSource(nameOf(trace, marks.front())));
}

/// The kernels of the busiest stream, in order of time.
std::vector<EventId> kernelsOfBusiestStream(const Trace& trace)
{
    std::map<ThreadId, std::pair<int64_t, std::vector<EventId>>> streams;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        if (trace.kind[event] != EventKind::Kernel && trace.kind[event] != EventKind::Communication)
            continue;
        auto& [busyNs, kernels] = streams[trace.thread[event]];
        busyNs += trace.durationNs[event];
        kernels.push_back(event);
    }
    const auto busiest =
        std::ranges::max_element(streams, {}, [](const auto& each) { return each.second.first; });
    if (busiest == streams.end())
        return {};
    auto kernels = std::move(busiest->second.second);
    std::ranges::stable_sort(kernels, {}, [&](EventId event) { return trace.startNs[event]; });
    return kernels;
}

struct Period
{
    size_t first = 0;  ///< start of the repeats
    size_t length = 0; ///< 0: none
};

/// The longest suffix of a sequence that repeats a pattern at least four times, from the borders of the
/// reversed sequence's prefixes (Knuth, Morris and Pratt).
Period periodAtEnd(const std::vector<NameId>& names)
{
    constexpr size_t repeats = 4;
    constexpr size_t shortest = 4; // one repeated kernel is not a step
    const size_t count = names.size();
    const auto name = [&](size_t i) { return names[count - 1 - i]; };
    std::vector<uint32_t> border(count + 1, 0); // by length
    for (size_t length = 2; length <= count; ++length) {
        size_t known = border[length - 1];
        while (known > 0 && name(known) != name(length - 1))
            known = border[known];
        border[length] = uint32_t(known + (name(known) == name(length - 1)));
    }
    for (size_t length = count; length * 2 >= count && length > 0; --length) {
        const size_t period = length - border[length];
        if (period >= shortest && period * repeats <= length)
            return {count - length, period};
    }
    return {};
}

/// When the host began to work on a kernel: the outermost call around its launch that begins after `afterNs`.
int64_t launchNs(const Trace& trace, EventId kernel, int64_t afterNs)
{
    const TraceDeviceWork* work = trace.workOf(kernel);
    if (!work || work->launcher >= kernel)
        return trace.startNs[kernel];
    int64_t ns = trace.startNs[work->launcher];
    for (EventId at = enclosingEvent(trace, work->launcher); at != noEvent && trace.startNs[at] > afterNs;
         at = enclosingEvent(trace, at))
        ns = trace.startNs[at];
    return ns;
}

DetectedSteps fromKernels(const Trace& trace)
{
    const auto kernels = kernelsOfBusiestStream(trace);
    std::vector<NameId> names;
    for (const EventId kernel : kernels)
        names.push_back(trace.name[kernel]);
    const Period period = periodAtEnd(names);
    if (period.length == 0)
        return {};
    size_t best = 0;
    int64_t longestNs = -1;
    for (size_t offset = 0; offset < period.length; ++offset) {
        std::vector<int64_t> pauses;
        for (size_t i = period.first + offset; i < kernels.size(); i += period.length) {
            if (i > 0)
                pauses.push_back(trace.startNs[kernels[i]] - spanOf(trace, kernels[i - 1]).endNs);
        }
        if (const int64_t pauseNs = upperMedianOf(std::move(pauses)); pauseNs > longestNs) {
            longestNs = pauseNs;
            best = offset;
        }
    }
    std::vector<int64_t> begins;
    for (size_t i = period.first + best; i < kernels.size(); i += period.length) {
        const TraceDeviceWork* before = i > 0 ? trace.workOf(kernels[i - 1]) : nullptr;
        const bool isLaunched = before && before->launcher < kernels[i - 1];
        const int64_t afterNs =
            isLaunched ? trace.startNs[before->launcher] : std::numeric_limits<int64_t>::min();
        begins.push_back(launchNs(trace, kernels[i], afterNs));
    }
    std::vector<Span> steps;
    for (size_t i = 0; i + 1 < begins.size(); ++i) {
        if (begins[i + 1] <= begins[i])
            return {};
        steps.push_back({begins[i], begins[i + 1]});
    }
    if (!isRegular(steps))
        return {};
    const auto times = int64_t((kernels.size() - period.first) / period.length);
    return made(trace, steps,
                kernelsSource(int64_t(period.length), times, trace.threads[trace.thread[kernels.front()]]));
}

/// The name without a number at its end and its separator: "iteration" of "iteration 12".
std::string_view withoutNumber(std::string_view name)
{
    const size_t end = name.find_last_not_of("0123456789") + 1; // npos + 1 is 0
    return end == name.size() ? name : name.substr(0, name.substr(0, end).find_last_not_of(" _-#:=") + 1);
}

} // namespace

DetectedSteps detectSteps(const Trace& trace)
{
    auto detected = fromRanges(trace);
    return detected.steps.empty() ? fromKernels(trace) : detected;
}

DetectedSteps stepsOn(const Trace& trace, std::string_view name)
{
    auto events = eventsOf(trace, [name](const std::string& each) { return each == name; });
    if (events.size() < 2)
        events = eventsOf(trace, [name](const std::string& each) { return withoutNumber(each) == name; });
    if (events.size() < 2)
        throw Error(translated(
            events.empty() ? translatable("Steps cannot be made from “{name}”: the trace has no event of "
                                          "this name on a thread, but at least two are needed.")
                           : translatable("Steps cannot be made from “{name}”: the trace has one event of "
                                          "this name on a thread, but at least two are needed."),
            {{"name", std::string(name)}}));
    int64_t coveredNs = 0;
    std::vector<Span> ranges;
    for (const EventId event : events) {
        ranges.push_back(spanOf(trace, event));
        coveredNs += trace.durationNs[event];
    }
    const bool areSteps = coveredNs * 2 >= ranges.back().endNs - ranges.front().startNs;
    const auto steps =
        areSteps ? ranges : between(events, [&](EventId event) { return trace.startNs[event]; });
    return made(trace, steps, pickedEventsSource(name, areSteps));
}

std::string nameForSteps(const Trace& trace, std::string_view name)
{
    const std::string_view base = withoutNumber(name);
    if (base.empty() || base == name)
        return std::string(name);
    int64_t events = 0;
    for (EventId event(0); event < trace.endEvent() && events < 2; ++event)
        events += trace.names[trace.name[event]] == name;
    return std::string(events < 2 ? base : name);
}

std::vector<std::string> useStepsOn(Run& run, std::string_view name)
{
    if (run.trace.empty() || !traceContents(run.trace).hasTimes)
        throw Error(translated("Steps cannot be made from “{name}”: the run has no timed events.",
                               {{"name", std::string(name)}}));
    return setDetectedSteps(run, stepsOn(run.trace, name));
}

std::vector<std::string> setDetectedSteps(Run& run, DetectedSteps detected)
{
    Trace& trace = run.trace;
    std::vector<std::string> sentences;
    const std::string earlierSource = stepSourceOf(run);
    if (earlierSource.empty() && !trace.steps.empty())
        sentences.push_back(translatedPlural("The recording marks {count} step, replaced by other steps.",
                                             "The recording marks {count} steps, replaced by other steps.",
                                             int64_t(trace.steps.size()),
                                             {{"count", formatCount(int64_t(trace.steps.size()))}}));
    std::erase_if(run.log, [&earlierSource](const LogEntry& entry) {
        return !earlierSource.empty() && entry.text.find(earlierSource) != std::string::npos;
    });
    sentences.push_back(detectedStepsSentence(detected.source, int64_t(detected.steps.size())));
    trace.steps = std::move(detected.steps);
    run.plan.totalSteps = int64_t(trace.steps.size());
    run.steps.clear();
    for (const TraceStep& step : trace.steps)
        run.steps.push_back({.step = step.number,
                             .startNs = step.startNs - trace.steps.front().startNs,
                             .durationNs = step.durationNs,
                             .loss = std::nanf(""),
                             .phase = step.phase});
    for (const std::string& sentence : sentences)
        run.log.push_back({unixMsNow(), LogLevel::Info, sentence});
    return sentences;
}

} // namespace stepscope
