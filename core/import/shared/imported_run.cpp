#include "core/import/shared/imported_run.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/trace_sums.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace stepscope {

namespace {

constexpr int64_t nsPerMs = 1'000'000;

std::string sumsSentence(const Trace& trace, int64_t total)
{
    const auto names = int64_t(trace.names.size());
    return translated(
        "Sums by stack: {stacks} of {functions}, {total} in total.",
        {{"stacks", translatedPlural("{count} stack", "{count} stacks", trace.size(),
                                     {{"count", formatCount(trace.size())}})},
         {"functions",
          translatedPlural("{count} function", "{count} functions", names, {{"count", formatCount(names)}})},
         {"total", trace.unit.empty() ? translated("{time} of time", {{"time", formatNs(double(total))}})
                                      : formatAmount(double(total), trace.unit)}});
}

/// "6 steps", "2 steps, 1 of them with operators".
std::string stepsText(const Trace& trace)
{
    const auto all = int64_t(trace.steps.size());
    const auto filled =
        std::ranges::count_if(trace.steps, [&](const TraceStep& step) { return hasOperators(trace, step); });
    const TextValues values = {{"count", formatCount(all)}, {"filled", formatCount(filled)}};
    if (filled == all)
        return translatedPlural("{count} step", "{count} steps", all, values);
    if (filled == 0)
        return translatedPlural("{count} step without operators", "{count} steps without operators", all,
                                values);
    return translatedPlural("{count} step, {filled} of them with operators",
                            "{count} steps, {filled} of them with operators", all, values);
}

/// "75,718 events on 4 threads and 2 streams in 1.234 s".
std::string eventsText(const Trace& trace, int64_t lengthNs)
{
    const auto streams = std::ranges::count_if(trace.threads, &TraceThread::isStream);
    const auto threads = int64_t(trace.threads.size()) - streams;
    return translated(streams > 0 ? translatable("{events} on {threads} and {streams} in {time}")
                                  : translatable("{events} on {threads} in {time}"),
                      {{"events", translatedPlural("{count} event", "{count} events", trace.size(),
                                                   {{"count", formatCount(trace.size())}})},
                       {"threads", translatedPlural("{count} thread", "{count} threads", threads,
                                                    {{"count", formatCount(threads)}})},
                       {"streams", translatedPlural("{count} stream", "{count} streams", streams,
                                                    {{"count", formatCount(streams)}})},
                       {"time", formatNs(double(lengthNs))}});
}

/// "12 allocations and 11 deallocations".
std::string allocationsText(const Trace& trace)
{
    const auto made =
        std::ranges::count_if(trace.allocations, [](const auto& each) { return each.bytes >= 0; });
    const auto freed = int64_t(trace.allocations.size()) - made;
    return translated("{allocations} and {deallocations}",
                      {{"allocations", translatedPlural("{count} allocation", "{count} allocations", made,
                                                        {{"count", formatCount(made)}})},
                       {"deallocations", translatedPlural("{count} deallocation", "{count} deallocations",
                                                          freed, {{"count", formatCount(freed)}})}});
}

std::string contentSentence(const Trace& trace, int64_t lengthNs)
{
    if (isOfSums(trace))
        return sumsSentence(trace, lengthNs);
    std::vector<std::string> parts = {eventsText(trace, lengthNs)};
    if (const auto work = std::ranges::count_if(trace.kind, isDeviceWork); work > 0)
        parts.push_back(translatedPlural("{count} of them ran on a device", "{count} of them ran on a device",
                                         work, {{"count", formatCount(work)}}));
    if (!trace.steps.empty())
        parts.push_back(stepsText(trace));
    if (!trace.allocations.empty())
        parts.push_back(allocationsText(trace));
    return fmt::format("{}.", fmt::join(parts, "; "));
}

std::string deviceSentence(const TraceDevice& device)
{
    std::vector<std::string> parts = {device.name};
    if (device.processors > 0)
        parts.push_back(translatedPlural("{count} multiprocessor", "{count} multiprocessors",
                                         device.processors, {{"count", std::to_string(device.processors)}}));
    if (device.memoryBytes > 0)
        parts.push_back(formatBytes(double(device.memoryBytes)));
    return translated("Device {number}: {properties}.",
                      {{"number", std::to_string(device.number)},
                       {"properties", fmt::format("{}", fmt::join(parts, ", "))}});
}

/// About the file's devices without work in the trace; empty: there are none.
std::string listedDevicesSentence(const Trace& trace, const ImportOrigin& origin)
{
    if (origin.devices.size() <= trace.devices.size())
        return {};
    const auto listed = int64_t(origin.devices.size());
    const TextValues values = {{"count", formatCount(listed)}};
    if (trace.devices.empty())
        return translatedPlural("The file lists {count} device, but no work on it.",
                                "The file lists {count} devices, but no work on them.", listed, values);
    const auto used = int64_t(trace.devices.size());
    return translatedPlural(
        "The file lists {listed}; {count} of them has work in it.",
        "The file lists {listed}; {count} of them have work in it.", used,
        {{"listed", translatedPlural("{count} device", "{count} devices", listed, values)},
         {"count", std::to_string(used)}});
}

int64_t lengthOf(const Trace& trace)
{
    int64_t endNs = 0;
    for (EventId event(0); event < trace.endEvent(); ++event)
        endNs = std::max(endNs, trace.startNs[event] + trace.durationNs[event]);
    for (const TraceStep& step : trace.steps) // may be all that remains of a part of the recording
        endNs = std::max(endNs, step.startNs + step.durationNs);
    return endNs;
}

/// The device that did the work, by PyTorch's name if the file describes it; empty: not known. Without device
/// work, the operators of a machine with GPUs may have run on any of them.
std::string deviceOf(const Trace& trace, const ImportOrigin& origin)
{
    if (!origin.device.empty())
        return origin.device;
    if (!trace.devices.empty())
        return fmt::format("cuda:{}", trace.devices.front().number);
    if (const auto stream = std::ranges::find_if(trace.threads, &TraceThread::isStream);
        stream != trace.threads.end())
        return fmt::format("device {}", stream->device);
    return isOfSums(trace) || !origin.devices.empty() ? std::string() : "cpu";
}

void describe(const Run& run, const ImportOrigin& origin, int64_t lengthNs, ImportLog& log)
{
    log.find(translated(origin.contentBytes > origin.fileBytes
                            ? translatable("Imported from {file}: {format}, {size}, {inflated} decompressed.")
                            : translatable("Imported from {file}: {format}, {size}."),
                        {{"file", origin.file.string()},
                         {"format", origin.format},
                         {"size", formatBytes(double(origin.fileBytes))},
                         {"inflated", formatBytes(double(origin.contentBytes))}}));
    log.find(contentSentence(run.trace, lengthNs));
    for (const TraceDevice& device : run.trace.devices) {
        if (!device.name.empty())
            log.find(deviceSentence(device));
    }
    if (const auto listed = listedDevicesSentence(run.trace, origin); !listed.empty())
        log.find(listed);
    if (origin.rank.isKnown())
        log.find(rankSentence(origin.rank));
    if (!origin.stepSource.empty())
        log.find(detectedStepsSentence(origin.stepSource, int64_t(run.trace.steps.size())));
}

} // namespace

void writeImportLog(const ImportLog& log, Run& run)
{
    const int64_t now = unixMsNow();
    const auto write = [&](LogLevel level, const std::vector<std::string>& sentences) {
        for (const std::string& sentence : sentences)
            run.log.push_back({now, level, sentence});
    };
    write(LogLevel::Info, log.found());
    write(LogLevel::Warning, log.damages());
    write(LogLevel::Info, log.issues());
}

void keepEarlierLog(std::vector<LogEntry> earlier, ImportedRun& imported)
{
    std::vector<LogEntry>& log = imported.run.log;
    std::erase_if(earlier, [&log](const LogEntry& entry) {
        return std::ranges::find(log, entry.text, &LogEntry::text) != log.end();
    });
    log.insert(log.begin(), std::make_move_iterator(earlier.begin()), std::make_move_iterator(earlier.end()));
}

bool isTensorBoardName(const std::filesystem::path& path)
{
    return path.filename().string().find(tensorBoardMark) != std::string::npos;
}

Run importedRunOf(const std::string& name)
{
    Run run;
    run.outcome = RunOutcome::Finished;
    run.experiment = unknownExperiment();
    run.experiment.network = name;
    return run;
}

/// Throws for a trace without events, with the problems found in the file.
static void refuseEmpty(const Trace& trace, const std::filesystem::path& file, const ImportLog& log)
{
    if (!trace.empty() || !trace.steps.empty() || !trace.counters.empty() || !trace.allocations.empty())
        return;
    auto sentences = log.damages();
    for (std::string& issue : log.issues())
        sentences.push_back(std::move(issue));
    if (sentences.empty())
        throw NothingToImport(
            translated("{file} has no events, so there is nothing to show.", {{"file", file.string()}}));
    throw NothingToImport(translated("{file} has no events that could be read.", {{"file", file.string()}}) +
                          fmt::format(" {}", fmt::join(sentences, " ")));
}

ImportedRun importedRun(Trace trace, ImportOrigin origin, ImportLog log)
{
    refuseEmpty(trace, origin.file, log);
    ImportedRun imported{
        .run = importedRunOf(origin.name), .origin = std::move(origin), .log = std::move(log)};
    Run& run = imported.run;
    run.trace = std::move(trace);
    run.experiment.device = deviceOf(run.trace, imported.origin);
    run.plan.deviceName = run.trace.devices.empty() ? std::string() : run.trace.devices.front().name;
    run.plan.totalSteps = int64_t(run.trace.steps.size());
    run.plan.threads = imported.origin.threadsPerOperator;
    const int64_t lengthNs = lengthOf(run.trace);
    run.startUnixMs = imported.origin.firstUnixNs > 0 ? imported.origin.firstUnixNs / nsPerMs : 0;
    if (run.startUnixMs > 0)
        run.endUnixMs = run.startUnixMs + (run.trace.unit.empty() ? (lengthNs + nsPerMs / 2) / nsPerMs : 0);
    const auto counted = countedSteps(run.trace);
    for (uint32_t i = 0; i < run.trace.steps.size(); ++i) {
        const TraceStep& step = run.trace.steps[i];
        const bool isEmpty = isRecorded(step) && !std::ranges::binary_search(counted, i);
        run.steps.push_back({.step = int64_t(i), // a run's steps are numbered from 0 without gaps
                             .startNs = step.startNs - run.trace.steps.front().startNs,
                             .durationNs = step.durationNs,
                             .loss = std::nanf(""),
                             .phase = isEmpty ? StepPhase::Off : step.phase});
    }
    ImportLog whole; // the origin comes first
    describe(run, imported.origin, lengthNs, whole);
    whole.add(imported.log);
    imported.log = std::move(whole);
    writeImportLog(imported.log, run);
    return imported;
}

} // namespace stepscope
