#include "core/record/event_windows.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/record/step_request.h"

#include <algorithm>
#include <string>
#include <utility>

namespace stepscope {

EventWindows::EventWindows(const RecordingPlan& plan, const ProbeFile& file, ProgramTrace& trace)
    : m_file(file)
    , m_trace(trace)
    , m_isWindowsOnly(plan.windowsOnly && file.isPython())
    , m_devices(file.isPython() ? plan.deviceFolder : std::filesystem::path())
    , m_kept(plan.schedule)
{
}

void EventWindows::begin(RunSink& run, const std::filesystem::path& runFile)
{
    m_run = &run;
    m_runFile = runFile;
}

void EventWindows::takeDevices(const nlohmann::json& message)
{
    m_devices.take(message, monotonicNs());
}

void EventWindows::takeRequest()
{
    constexpr int64_t everyNs = 100'000'000;
    const int64_t now = monotonicNs();
    if (!m_run || now - m_requestNs < everyNs)
        return;
    m_requestNs = now;
    if (const auto steps = takeRequestedSteps(m_runFile))
        m_kept.request(now, *steps);
}

bool EventWindows::wantsOperators(int64_t next) const
{
    return !m_isWindowsOnly || m_kept.wantsOperators(next);
}

bool EventWindows::wantsDevices(int64_t next)
{
    return m_devices.wantsProfiler(m_kept.isNear(next, m_devices.isOpen()), monotonicNs());
}

StepPhase EventWindows::phaseOf(const FoundStep& step, int64_t number, bool isWhole)
{
    const bool isMissed = m_devices.isExpected() && !m_devices.covers(step);
    if (isMissed && m_kept.wants(step, number))
        m_devices.missStep();
    return m_kept.phaseOf(step, number, isWhole && !isMissed);
}

void EventWindows::take(const FoundStep& step, StepPhase phase, bool isWhole, TraceChunk chunk)
{
    if (phase == StepPhase::Active) {
        m_hasActive = true;
        m_held.clear();
        if (m_devices.covers(step))
            m_devices.hold(chunk);
        else
            finishDevices(); // held events come first
    } else {
        hold(chunk, isWhole);
    }
    m_run->traceRecorded(std::move(chunk));
}

/// Takes the events out of the chunk. Those of the first complete steps are kept in case the program has no
/// others.
void EventWindows::hold(TraceChunk& chunk, bool isWhole)
{
    constexpr size_t mostEvents = 500'000;
    TraceChunk held;
    held.events = std::exchange(chunk.events, {});
    held.steps = std::exchange(chunk.steps, {});
    held.allocations = std::exchange(chunk.allocations, {});
    m_heldEvents += held.events.size();
    if (!isWhole || m_hasActive || m_heldEvents > mostEvents)
        return;
    for (auto& step : held.steps)
        step.phase = StepPhase::Active;
    m_held.push_back(std::move(held));
}

/// Passes on a window of steps that was held back, with its device work if available.
void EventWindows::passOn(DeviceWindows::Window window)
{
    if (window.chunk.steps.empty())
        return;
    if (!window.device) {
        m_run->traceRecorded(std::move(window.chunk));
        return;
    }
    const auto steps = stepsText(window.chunk);
    for (size_t i = 0; i < m_trace.threads(); ++i)
        m_trace.setHandle(i, m_file.threadHandle(i));
    auto joined = m_trace.join(std::move(window.chunk), *window.device, window.clock);
    m_isDeviceTold = true;
    if (joined.works == 0)
        m_run->logged(LogLevel::Warning,
                      translated("PyTorch's profiler recorded no GPU work in {steps}.", {{"steps", steps}}));
    if (window.tookNs > 0)
        m_run->logged(LogLevel::Info,
                      translated("Stopping PyTorch's profiler and writing its GPU trace of {steps} "
                                 "took {time}. The next step is longer by this time.",
                                 {{"steps", steps}, {"time", formatNs(double(window.tookNs))}}));
    m_run->traceRecorded(std::move(joined.chunk));
}

void EventWindows::update(std::optional<int64_t> openSinceNs)
{
    if (!m_run)
        return;
    if (auto window = m_devices.takeReady(monotonicNs(), openSinceNs))
        passOn(std::move(*window));
    for (auto& problem : m_devices.takeProblems()) {
        m_run->logged(LogLevel::Warning, std::move(problem));
        m_isDeviceTold = true;
    }
}

void EventWindows::finishDevices()
{
    if (auto window = m_devices.finish())
        passOn(std::move(*window));
    update(std::nullopt); // no window is open: only problems are left
}

/// Passes on the first steps of a program that has ended before its first window. If the profiler covered
/// some of these steps, they form the window.
void EventWindows::endSteps()
{
    takeRequestedSteps(m_runFile); // removes a request that is left
    const auto isCovered = [this](const TraceChunk& chunk) {
        const auto& step = chunk.steps.front();
        return m_devices.covers({.startNs = step.startNs, .endNs = step.startNs + step.durationNs});
    };
    const bool isAnyCovered = std::ranges::any_of(m_held, isCovered);
    for (auto& chunk : std::exchange(m_held, {})) {
        if (isCovered(chunk))
            m_devices.hold(chunk);
        else if (!isAnyCovered)
            m_run->traceRecorded(std::move(chunk));
    }
}

void EventWindows::end()
{
    finishDevices();
    if (m_devices.isExpected() && !m_isDeviceTold)
        m_run->logged(LogLevel::Warning,
                      translated("GPU work is not recorded: no step ended while PyTorch's profiler ran."));
}

} // namespace stepscope
