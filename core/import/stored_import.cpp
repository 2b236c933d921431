#include "core/import/stored_import.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/interruption.h"
#include "core/base/processes/process_identity.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_file_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

namespace stepscope {

namespace {

/// A copy of the whole trace.
TraceChunk chunkOf(const Trace& trace)
{
    TraceChunk chunk{.newShapes = trace.shapes,
                     .newThreads = trace.threads,
                     .newDevices = trace.devices,
                     .allocations = trace.allocations,
                     .deviceWork = trace.deviceWork,
                     .steps = trace.steps};
    for (NameId name(0); name < trace.names.size(); ++name)
        chunk.newNames.push_back(trace.names[name]);
    chunk.events.reserve(trace.size());
    for (EventId event(0); event < trace.endEvent(); ++event)
        chunk.events.push_back(trace.event(event));
    return chunk;
}

/// Where to write a run.
struct Place
{
    std::filesystem::path path;
    std::optional<RunLabel> label; ///< of the existing run, an earlier state of the same log
};

std::optional<RunLabel> labelOfSameLog(const std::filesystem::path& path, const Run& run)
{
    try {
        const RunSummary summary = readRunSummary(path);
        if (!run.scalars.empty() && summary.dataset.empty() && summary.startUnixMs == run.startUnixMs &&
            summary.network == run.experiment.network)
            return summary.label;
    } catch (const Error&) {
        // another file is there
    }
    return std::nullopt;
}

/// The start of a name, cut between two UTF-8 characters. File systems allow names of 255 bytes; there must
/// be room for a number, the suffix and that of SQLite's journal. The run's label has the whole name.
std::string cutForFileName(const std::string& name)
{
    constexpr size_t mostBytes = 200;
    if (name.size() <= mostBytes)
        return name;
    constexpr size_t longestCharacter = 4;
    const auto isWithinCharacter = [&](size_t at) {
        return (static_cast<unsigned char>(name[at]) & 0xc0) == 0x80;
    };
    size_t end = mostBytes;
    while (end > mostBytes - longestCharacter && isWithinCharacter(end))
        --end;
    return name.substr(0, end);
}

Place placeFor(const Run& run, const std::filesystem::path& folder, const std::string& name)
{
    std::string part = cutForFileName(name);
    std::ranges::replace_if(
        part,
        [](unsigned char c) { return c < 0x80 && !std::isalnum(c) && c != '-' && c != '_' && c != '.'; },
        '-');
    auto path = folder / fmt::format("{}{}", part, runFileSuffix);
    std::error_code unreadable; // writing there reports why
    for (int copy = 2; std::filesystem::exists(path, unreadable); ++copy) {
        if (auto label = labelOfSameLog(path, run))
            return {path, std::move(label)};
        path = folder / fmt::format("{}_{}{}", part, copy, runFileSuffix);
    }
    return {path, std::nullopt};
}

void write(const StoredRun& stored, const std::filesystem::path& path, const RunLabel& label)
{
    const Run& run = stored.run;
    RunFileWriter writer(path, run.experiment);
    RunUpdate update{.plan = run.plan,
                     .outcome = run.outcome,
                     .startUnixMs = run.startUnixMs,
                     .endUnixMs = run.endUnixMs,
                     .steps = run.steps,
                     .graph = run.graph,
                     .counters = run.trace.counters,
                     .log = run.log,
                     .scalars = run.scalars};
    update.chunks.push_back(chunkOf(run.trace));
    writer.write(update);
    writer.setSums(run.trace);
    writer.setEnvironment(toJson(stored.environment));
    writer.close();
    writeRunLabel(path, label);
}

/// A hidden name, not shown in lists, while the run is being written.
std::filesystem::path temporaryFor(const std::filesystem::path& path)
{
    constexpr size_t longestStem = 160;
    return path.parent_path() /
           fmt::format(".{}.{}.importing", path.stem().string().substr(0, longestStem), processMark());
}

/// "12.4" of 12040; empty: not known.
std::string cudaRelease(int64_t version)
{
    constexpr int64_t ofMajor = 1000;
    return version >= ofMajor ? fmt::format("{}.{}", version / ofMajor, version % ofMajor / 10)
                              : std::string();
}

} // namespace

StoredRun storedRun(ImportedRun imported)
{
    StoredRun stored{.run = std::move(imported.run),
                     .label = {.name = imported.origin.name},
                     .environment = {},
                     .problems = imported.log.damages()};
    if (imported.origin.environment) {
        stored.environment = *imported.origin.environment;
        return stored;
    }
    const auto& listed = imported.origin.devices;
    for (const TraceDevice& device : listed.empty() ? stored.run.trace.devices : listed) {
        if (!device.name.empty())
            stored.environment.gpus.push_back({.name = device.name, .memoryBytes = device.memoryBytes});
    }
    stored.environment.hostName = imported.origin.hostName;
    stored.environment.engine.cudaRuntime = cudaRelease(imported.origin.cudaRuntime);
    stored.environment.engine.nccl = imported.origin.nccl;
    if (const auto supported = cudaRelease(imported.origin.cudaDriver); !supported.empty())
        stored.environment.gpuDriver = fmt::format("supports CUDA {}", supported);
    return stored;
}

std::filesystem::path writeImportedRun(const StoredRun& stored, const std::filesystem::path& folder)
{
    Place place = placeFor(stored.run, folder, stored.label.name);
    const auto fresh = temporaryFor(place.path);
    const auto removeFresh = [&] {
        try {
            removeRunFile(fresh);
        } catch (const Error&) {
            // it stays until a later import removes files left by killed processes
        }
    };
    const InterruptionGuard guard([] {}, removeFresh);
    try {
        write(stored, fresh, place.label.value_or(stored.label));
        while (!place.label && !moveIfFree(fresh, place.path))
            place = placeFor(stored.run, folder, stored.label.name); // another process was first
        if (place.label) {
            removeRunFile(place.path);
            std::filesystem::rename(fresh, place.path);
        }
    } catch (const std::filesystem::filesystem_error& error) {
        removeFresh();
        throw Error(translated("{file} cannot be written: {reason}.",
                               {{"file", place.path.string()}, {"reason", error.code().message()}}));
    } catch (const Error& error) {
        removeFresh();
        throw Error(renamedIn(error.what(), fresh, place.path), renamedIn(error.detail(), fresh, place.path));
    } catch (...) {
        removeFresh();
        throw;
    }
    return place.path;
}

} // namespace stepscope
