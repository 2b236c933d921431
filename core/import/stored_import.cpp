#include "core/import/stored_import.h"

#include "core/import/imported_run.h"
#include "core/run/run_file_schema.h"
#include "core/run/run_file_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

namespace {

/// All of a trace; what is in it is copied.
TraceChunk chunkOf(const Trace& trace)
{
    TraceChunk chunk{.newShapes = trace.shapes,
                     .newThreads = trace.threads,
                     .newDevices = trace.devices,
                     .allocations = trace.allocations,
                     .deviceWork = trace.deviceWork,
                     .steps = trace.steps};
    for (uint32_t name = 0; name < trace.names.size(); ++name)
        chunk.newNames.push_back(trace.names[name]);
    chunk.events.reserve(trace.size());
    for (uint32_t event = 0; event < trace.size(); ++event)
        chunk.events.push_back(trace.event(event));
    return chunk;
}

std::filesystem::path freePath(const std::filesystem::path& folder, const std::string& name)
{
    std::string part = name;
    std::ranges::replace_if(
        part,
        [](unsigned char c) { return c < 0x80 && !std::isalnum(c) && c != '-' && c != '_' && c != '.'; },
        '-');
    auto path = folder / fmt::format("{}{}", part, runFileSuffix);
    for (int copy = 2; std::filesystem::exists(path); ++copy)
        path = folder / fmt::format("{}_{}{}", part, copy, runFileSuffix);
    return path;
}

} // namespace

StoredRun storedRun(ImportedRun imported)
{
    StoredRun stored{.run = std::move(imported.run),
                     .label = {.name = imported.origin.name.empty() ? importedName(imported.origin.file)
                                                                    : imported.origin.name},
                     .environment = {},
                     .problems = imported.log.damages()};
    for (const TraceDevice& device : stored.run.trace.devices)
        stored.environment.gpus.push_back({.name = device.name, .memoryBytes = device.memoryBytes});
    return stored;
}

std::filesystem::path writeImportedRun(const StoredRun& stored, const std::filesystem::path& folder)
{
    const Run& run = stored.run;
    const auto path = freePath(folder, stored.label.name);
    RunFileWriter writer(path, run.experiment);
    RunUpdate update{.plan = run.plan,
                     .outcome = run.outcome,
                     .startUnixMs = run.startUnixMs,
                     .endUnixMs = run.endUnixMs,
                     .steps = run.steps,
                     .graph = run.graph,
                     .counters = run.trace.counters,
                     .log = run.log};
    update.chunks.push_back(chunkOf(run.trace));
    writer.write(update);
    writer.setEnvironment(toJson(stored.environment));
    writer.close();
    writeRunLabel(path, stored.label);
    return path;
}

} // namespace stepscope
