#pragma once

#include "core/record/devices/device_trace.h"
#include "core/record/devices/wall_clock.h"
#include "core/record/steps/step_finder.h"
#include "core/trace/trace.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

/// Manages the windows of steps in which PyTorch's profiler records device work in a program, at the
/// recorder's request. The events of these steps are held back until the profiler's trace is available.
///
/// The Python package in the program reports its state with messages: the program uses a device ("ready"),
/// the profiler has started, it is about to stop, its trace is written, or there will be no further traces
/// ("off").
class DeviceWindows
{
public:
    static constexpr size_t mostSteps = 64;                   ///< per window
    static constexpr size_t mostEvents = 250'000;             ///< joined in less than a second
    static constexpr int64_t longestStopNs = 60'000'000'000;  ///< from the request until the profiler stops
    static constexpr int64_t longestWriteNs = 30'000'000'000; ///< from then until its trace is available
    static constexpr int64_t longestStepNs = 2'000'000'000;   ///< from the stop until the last step has ended
    static constexpr int64_t longestStartNs = 10'000'000'000;
    static constexpr int mostMissedSteps = 10; ///< if the start takes longer than longestStartNs

    /// `folder`: the folder that the program writes traces to. Empty: devices are not recorded.
    explicit DeviceWindows(std::filesystem::path folder);

    /// Handles a message of the program. `nowNs`, here and below: monotonic clock.
    void take(const nlohmann::json& message, int64_t nowNs);

    /// Whether the profiler should run. `areKept`: the events of this step, or of one that follows soon, are
    /// kept.
    bool wantsProfiler(bool areKept, int64_t nowNs);
    /// Whether the profiler runs or its window is not complete.
    bool isOpen() const { return m_startNs.has_value(); }
    /// Whether the program uses a device whose work the profiler records.
    bool isExpected() const { return m_use == Use::Ready; }
    /// Whether the profiler recorded from the step's start to its end.
    bool covers(const FoundStep& step) const;
    /// Counts a step whose events would have been kept if it had been covered.
    void missStep() { ++m_missed; }
    /// Moves the events, allocations and steps out of the chunk of a covered step.
    void hold(TraceChunk& chunk);

    /// A completed window.
    struct Window
    {
        TraceChunk chunk;
        std::optional<DeviceTrace> device; ///< nullopt: not available, see takeProblems()
        WallClock clock{{}, {}};
        int64_t tookNs = 0; ///< time to stop the profiler and write its trace; 0: not known
    };
    /// The completed window, or nullopt. `openSinceNs`: start of a step that may not have ended; the window
    /// may cover it and waits for it for a short time.
    std::optional<Window> takeReady(int64_t nowNs, std::optional<int64_t> openSinceNs = {});
    /// Whether finish() would wait.
    bool isReading() const { return m_reading.valid() && !isRead(); }
    /// Like takeReady(), after the process has ended. Waits until a trace has been read.
    std::optional<Window> finish();

    /// Sentences for the log since the last call.
    std::vector<std::string> takeProblems() { return std::exchange(m_problems, {}); }

private:
    enum class Use { Unknown, Ready, Off };
    using Reading = std::future<DeviceTrace>;

    void start(int64_t ns);
    void read(const nlohmann::json& written);
    void giveUp(std::string reason);
    void checkTimes(int64_t nowNs);
    bool isLonger(size_t times) const;
    bool isRead() const;
    bool mayGrow(int64_t nowNs, std::optional<int64_t> openSinceNs) const;
    Window release();
    void lose(const std::string& reason);
    void forget();

    std::filesystem::path m_folder;
    Use m_use = Use::Unknown;
    std::vector<std::string> m_problems;
    int m_missed = 0;
    std::optional<int64_t> m_wantedNs; ///< since when the profiler should run but does not
    // The window that is open or waits for its trace:
    std::optional<int64_t> m_startNs; ///< of the profiler
    std::optional<int64_t> m_endNs;
    std::optional<int64_t> m_askedNs;   ///< when it was asked to stop
    std::optional<int64_t> m_stoppedNs; ///< when its stop was noticed
    bool m_isLost = false;              ///< its trace will not arrive, or too late
    int64_t m_tookNs = 0;
    TraceChunk m_window;
    WallClock m_clock{{}, {}};
    Reading m_reading;
};

/// "steps 10 to 59" or "step 10". The window must have steps.
std::string stepsText(const TraceChunk& window);

} // namespace stepscope
