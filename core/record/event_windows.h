#pragma once

#include "core/record/devices/device_windows.h"
#include "core/record/probe_file.h"
#include "core/record/program_trace.h"
#include "core/record/recording_plan.h"
#include "core/record/steps/kept_steps.h"
#include "core/run/run_sink.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace stepscope {

/// Passes on the events of the steps in which events are kept: with their device work, once that is
/// available. If a program ends before the first such step, those of its first steps are passed on.
class EventWindows
{
public:
    EventWindows(const RecordingPlan& plan, const ProbeFile& file, ProgramTrace& trace);

    /// Call it before the first take(). `runFile`: next to it, other processes request the events of further
    /// steps.
    void begin(RunSink& run, const std::filesystem::path& runFile);

    /// Handles the program's message about the profiler of its devices.
    void takeDevices(const nlohmann::json& message);
    /// Requests the events of this many steps, beginning with the one that ends after `ns`.
    void request(int64_t ns, int64_t steps) { m_kept.request(ns, steps); }
    /// Reads the request of another process, such as the window, from time to time.
    void takeRequest();
    /// What the probe should record in step `next`.
    bool wantsOperators(int64_t next) const;
    bool wantsDevices(int64_t next);

    /// The phase of a step that has ended. Call it for each step, in their order, before take(). `isWhole`:
    /// operators were recorded during the whole step.
    StepPhase phaseOf(const FoundStep& step, int64_t number, bool isWhole);
    /// Takes the step's chunk of the trace.
    void take(const FoundStep& step, StepPhase phase, bool isWhole, TraceChunk chunk);
    /// Passes on the device work that is available. `openSinceNs`: start of the first step that may not have
    /// ended.
    void update(std::optional<int64_t> openSinceNs);

    /// Call it after the last step: events that are requested later will not come.
    void endSteps();
    /// Whether end() would wait for a GPU trace that is being read.
    bool isWaiting() const { return m_devices.isReading(); }
    /// Passes on the rest. Call it after endSteps().
    void end();

private:
    void hold(TraceChunk& chunk, bool isWhole);
    void passOn(DeviceWindows::Window window);
    void finishDevices();

    const ProbeFile& m_file;
    ProgramTrace& m_trace;
    bool m_isWindowsOnly;
    DeviceWindows m_devices;
    KeptSteps m_kept;
    RunSink* m_run = nullptr;
    std::filesystem::path m_runFile;
    int64_t m_requestNs = 0;        ///< when requests of other processes were last checked
    bool m_isDeviceTold = false;    ///< the run has device work, or its log says why not
    std::vector<TraceChunk> m_held; ///< the first steps, in case the program ends before the first active one
    size_t m_heldEvents = 0;
    bool m_hasActive = false;
};

} // namespace stepscope
