#include "core/import/shared/imported_run.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/base/text/format_counted.h"
#include "core/experiment/experiment_fields.h"
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
    const std::string what =
        trace.unit.empty() ? formatNs(double(total)) + " of time" : formatAmount(double(total), trace.unit);
    return fmt::format("Sums by stack: {} of {}, {} in total.", formatCounted(trace.size(), "stack"),
                       formatCounted(trace.names.size(), "function"), what);
}

/// "6 steps", "2 steps, 1 of them with operators".
std::string stepsText(const Trace& trace)
{
    const auto all = int64_t(trace.steps.size());
    const auto filled =
        std::ranges::count_if(trace.steps, [&](const TraceStep& step) { return hasOperators(trace, step); });
    const auto text = formatCounted(all, "step");
    if (filled == all)
        return text;
    return filled == 0 ? text + " without operators"
                       : fmt::format("{}, {} of them with operators", text, formatCount(filled));
}

std::string contentSentence(const Trace& trace, int64_t lengthNs)
{
    if (isOfSums(trace))
        return sumsSentence(trace, lengthNs);
    const auto streams = std::ranges::count_if(trace.threads, &TraceThread::isStream);
    const auto work = std::ranges::count_if(trace.kind, isDeviceWork);
    std::string text = formatCounted(trace.size(), "event");
    text += fmt::format(" on {}", formatCounted(int64_t(trace.threads.size()) - streams, "thread"));
    if (streams > 0)
        text += fmt::format(" and {}", formatCounted(streams, "stream"));
    text += fmt::format(" in {}", formatNs(double(lengthNs)));
    if (work > 0)
        text += fmt::format("; {} of them ran on a device", formatCount(work));
    if (!trace.steps.empty())
        text += "; " + stepsText(trace);
    if (const auto all = int64_t(trace.allocations.size()); all > 0) {
        const auto made =
            std::ranges::count_if(trace.allocations, [](const auto& each) { return each.bytes >= 0; });
        text += fmt::format("; {} and {}", formatCounted(made, "allocation"),
                            formatCounted(all - made, "deallocation"));
    }
    return text + ".";
}

std::string deviceSentence(const TraceDevice& device)
{
    std::string text = fmt::format("Device {}: {}", device.number, device.name);
    if (device.processors > 0)
        text += fmt::format(", {} multiprocessors", device.processors);
    if (device.memoryBytes > 0)
        text += fmt::format(", {}", formatBytes(double(device.memoryBytes)));
    return text + ".";
}

/// About the file's devices without work in the trace; empty: there are none.
std::string listedDevicesSentence(const Trace& trace, const ImportOrigin& origin)
{
    if (origin.devices.size() <= trace.devices.size())
        return {};
    const auto all = formatCounted(int64_t(origin.devices.size()), "device");
    if (trace.devices.empty())
        return fmt::format("The file lists {}, but no work on {}.", all,
                           origin.devices.size() == 1 ? "it" : "them");
    return fmt::format("The file lists {}; {} of them {} work in it.", all, trace.devices.size(),
                       trace.devices.size() == 1 ? "has" : "have");
}

int64_t lengthOf(const Trace& trace)
{
    int64_t endNs = 0;
    for (uint32_t event = 0; event < trace.size(); ++event)
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
    std::string from = fmt::format("Imported from {}: {}, {}", origin.file.string(), origin.format,
                                   formatBytes(double(origin.fileBytes)));
    if (origin.contentBytes > origin.fileBytes)
        from += fmt::format(", {} inflated", formatBytes(double(origin.contentBytes)));
    log.find(from + ".");
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
    return path.filename().string().find("tfevents") != std::string::npos;
}

std::string importedName(const std::filesystem::path& path)
{
    std::error_code ignored;
    const auto absolute = std::filesystem::absolute(path, ignored).lexically_normal();
    auto file =
        absolute.has_filename() ? absolute : absolute.parent_path(); // of a folder with a trailing slash
    if (isTensorBoardName(file) && file.parent_path().has_filename())
        return file.parent_path().filename().string();
    std::string name = file.filename().string();
    for (const char* ending : {".gz", ".json", ".trace", ".pt", ".sqlite", ".nvvp", ".nvprof", ".prof",
                               ".folded", ".pb", ".onnx"}) {
        if (name.ends_with(ending) && name.size() > std::string_view(ending).size())
            name.resize(name.size() - std::string_view(ending).size());
    }
    return name;
}

Run importedRunOf(const std::filesystem::path& file, const std::string& name)
{
    Run run;
    run.outcome = RunOutcome::Finished;
    run.experiment = unknownExperiment();
    run.experiment.network = name.empty() ? importedName(file) : name;
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
        throw NothingToImport(fmt::format("{} has no events, so there is nothing to show.", file.string()));
    throw NothingToImport(
        fmt::format("{} has no events that could be read. {}", file.string(), fmt::join(sentences, " ")));
}

ImportedRun importedRun(Trace trace, ImportOrigin origin, ImportLog log)
{
    refuseEmpty(trace, origin.file, log);
    ImportedRun imported{
        .run = importedRunOf(origin.file, origin.name), .origin = std::move(origin), .log = std::move(log)};
    Run& run = imported.run;
    run.trace = std::move(trace);
    run.experiment.device = deviceOf(run.trace, imported.origin);
    run.plan.deviceName = run.trace.devices.empty() ? std::string() : run.trace.devices.front().name;
    run.plan.totalSteps = int64_t(run.trace.steps.size());
    const int64_t lengthNs = lengthOf(run.trace);
    run.startUnixMs = imported.origin.firstUnixNs > 0 ? imported.origin.firstUnixNs / nsPerMs : 0;
    if (run.startUnixMs > 0)
        run.endUnixMs = run.startUnixMs + (run.trace.unit.empty() ? lengthNs / nsPerMs : 0);
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
    ImportLog told; // the origin comes first
    describe(run, imported.origin, lengthNs, told);
    told.add(imported.log);
    imported.log = std::move(told);
    writeImportLog(imported.log, run);
    return imported;
}

} // namespace stepscope
