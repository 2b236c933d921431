#pragma once

#include "core/record/device_trace.h"
#include "core/record/step_finder.h"
#include "core/record/wall_clock.h"
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

/// The windows of steps in which PyTorch's profiler records what devices do in a program, because the
/// recorder asks for it. The events of these steps are held back until the profiler's trace has come.
///
/// The glue in the program says by messages what it does: that the program uses a device ("ready"), that the
/// profiler has started, that it is about to stop, that its trace is written, or that there will be none from
/// now on ("off").
class DeviceWindows
{
public:
    static constexpr size_t mostSteps = 64;                   ///< in one window
    static constexpr size_t mostEvents = 250'000;             ///< they are joined within a part of a second
    static constexpr int64_t longestStopNs = 60'000'000'000;  ///< from the request until the profiler stops
    static constexpr int64_t longestWriteNs = 30'000'000'000; ///< from then on until its trace is there
    static constexpr int64_t longestStepNs = 2'000'000'000;   ///< from then on until the last step has ended
    static constexpr int64_t longestStartNs = 10'000'000'000;
    static constexpr int mostMissedSteps = 10; ///< before the profiler starts, if it takes longer than that

    /// `folder`: the one that the program was told to write traces to. Empty: devices are not recorded.
    explicit DeviceWindows(std::filesystem::path folder);

    /// What the program says. `nowNs`, here as below: monotonic clock.
    void take(const nlohmann::json& message, int64_t nowNs);

    /// Whether the profiler is to run. `areKept`: so are the events of this step, or of one that comes soon.
    bool wantsProfiler(bool areKept, int64_t nowNs);
    /// Whether the program uses a device of which the profiler records the work.
    bool isExpected() const { return m_use == Use::Ready; }
    /// Whether it did from the step's start to its end.
    bool covers(const FoundStep& step) const;
    /// The events of a step could have been kept, but it was not covered.
    void missStep() { ++m_missed; }
    /// Takes the events, allocations and steps out of the chunk of a step that is covered.
    void hold(TraceChunk& chunk);

    /// A window of which nothing more will come.
    struct Window
    {
        TraceChunk chunk;
        std::optional<DeviceTrace> device; ///< nothing: it did not come, see takeProblems()
        WallClock clock{{}, {}};
        int64_t tookNs = 0; ///< the profiler's stop, and to write its trace; 0: not known
    };
    /// Nothing while there is none. `openSinceNs`: start of a step that has not ended, or may not have; the
    /// window may cover it and waits for it a little.
    std::optional<Window> takeReady(int64_t nowNs, std::optional<int64_t> openSinceNs = {});
    /// The same once the process has ended; waits for what is being read.
    std::optional<Window> finish();

    /// Sentences for the log, that have come since the last call.
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
    std::optional<int64_t> m_wantedNs; ///< since then the profiler is to run, but does not
    // Of the window that is open, or waits for its trace:
    std::optional<int64_t> m_startNs; ///< of the profiler
    std::optional<int64_t> m_endNs;
    std::optional<int64_t> m_askedNs;   ///< when it was to stop
    std::optional<int64_t> m_stoppedNs; ///< when it was seen to stop
    bool m_isLost = false;              ///< its trace will not come, or too late
    int64_t m_tookNs = 0;
    TraceChunk m_window;
    WallClock m_clock{{}, {}};
    Reading m_reading;
};

/// "steps 10 to 59", "step 10" of a window that has some.
std::string stepsText(const TraceChunk& window);

} // namespace stepscope
