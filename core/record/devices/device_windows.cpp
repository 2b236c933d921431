#include "core/record/devices/device_windows.h"

#include "core/base/error.h"
#include "core/base/text/json_value.h"
#include "core/language/translation.h"
#include "core/trace/placed_activities.h"

#include <algorithm>
#include <chrono>
#include <system_error>

namespace stepscope {

using Json = nlohmann::json;

namespace {

/// The program may write any name: it must not lead out of the folder.
bool isPlainName(const std::string& name)
{
    return !name.empty() && name.front() != '.' && name.find('/') == std::string::npos &&
           name.find('\0') == std::string::npos;
}

/// Throws Json::exception.
int64_t timeOf(const Json& json)
{
    constexpr int64_t latestNs = 4'000'000'000'000'000'000;
    int64_t ns = 0;
    readValue(json, ns);
    return std::clamp<int64_t>(ns, 0, latestNs);
}

ClockPair pairOf(const Json& pair)
{
    return {.unixNs = timeOf(pair.at(0)), .monotonicNs = timeOf(pair.at(1))};
}

WallClock clockOf(const Json& pairs)
{
    return {pairOf(pairs.at(0)), pairOf(pairs.at(1))};
}

} // namespace

DeviceWindows::DeviceWindows(std::filesystem::path folder)
    : m_folder(std::move(folder))
    , m_use(m_folder.empty() ? Use::Off : Use::Unknown)
{
}

void DeviceWindows::take(const Json& message, int64_t nowNs)
{
    if (m_use == Use::Off)
        return;
    const auto state = message.value("state", std::string());
    if (state == "ready")
        m_use = Use::Ready;
    else if (state == "started")
        start(timeOf(message.at("ns")));
    else if (state == "stopping" && m_startNs) {
        m_endNs = timeOf(message.at("ns"));
        m_stoppedNs = nowNs;
    } else if (state == "written" && !m_reading.valid())
        read(message);
    else if (state == "off")
        giveUp(message.value("reason", std::string()));
}

void DeviceWindows::start(int64_t ns)
{
    if (m_startNs)
        return;
    m_use = Use::Ready;
    m_startNs = ns;
    m_wantedNs.reset();
    m_missed = 0;
}

/// Reads on another thread, because the program's records must be read meanwhile.
void DeviceWindows::read(const Json& written)
{
    const auto name = written.value("file", std::string());
    if (!isPlainName(name))
        return;
    const auto file = m_folder / name;
    if (!m_endNs || m_isLost) { // too late
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
        return;
    }
    m_clock = clockOf(written.at("clocks"));
    if (const auto took = written.find("took_ns"); took != written.end())
        m_tookNs = timeOf(*took);
    try {
        m_reading = std::async(std::launch::async, [file] { return takeDeviceTrace(file); });
    } catch (const std::system_error&) {
        lose(translated("there are too many threads to read its file"));
    }
}

/// From now on the program is recorded as if it used no device.
void DeviceWindows::giveUp(std::string reason)
{
    m_use = Use::Off;
    if (!reason.empty())
        m_problems.push_back(
            translated("GPU work is not recorded: {reason}.", {{"reason", std::move(reason)}}));
}

bool DeviceWindows::wantsProfiler(bool areKept, int64_t nowNs)
{
    const bool isWanted = m_use != Use::Off && areKept && !isLonger(1) && !m_askedNs;
    if (m_startNs && !isWanted && !m_askedNs)
        m_askedNs = nowNs;
    if (!isWanted || m_startNs) {
        m_wantedNs.reset();
        m_missed = 0;
    } else if (!m_wantedNs) {
        m_wantedNs = nowNs;
    }
    return isWanted;
}

/// Whether the window has reached `times` the maximum size of a window.
bool DeviceWindows::isLonger(size_t times) const
{
    return m_window.steps.size() >= times * mostSteps || m_window.events.size() >= times * mostEvents;
}

/// Until the profiler has stopped, a window may get a few more steps than its maximum.
bool DeviceWindows::covers(const FoundStep& step) const
{
    return m_use == Use::Ready && !m_isLost && m_startNs && step.startNs >= *m_startNs &&
           step.endNs <= m_endNs.value_or(step.endNs) && !isLonger(2);
}

void DeviceWindows::hold(TraceChunk& chunk)
{
    moveBehind(m_window, chunk);
}

void DeviceWindows::checkTimes(int64_t nowNs)
{
    const auto isLater = [nowNs](const std::optional<int64_t>& ns, int64_t longest) {
        return ns && nowNs - *ns > longest;
    };
    if (m_use == Use::Off || m_isLost)
        return;
    if (m_use == Use::Ready && m_missed > mostMissedSteps && isLater(m_wantedNs, longestStartNs))
        giveUp(translated("the program did not start PyTorch's profiler in time"));
    else if (!m_stoppedNs && isLater(m_askedNs, longestStopNs))
        lose(translated("the program did not stop PyTorch's profiler in time"));
    else if (!m_reading.valid() && isLater(m_stoppedNs, longestWriteNs))
        lose(translated("PyTorch's profiler did not write its trace in time"));
}

bool DeviceWindows::isRead() const
{
    constexpr std::chrono::seconds none{0};
    return m_reading.wait_for(none) == std::future_status::ready;
}

/// A window has no steps if the program ends before the first step whose events are kept: then earlier steps
/// are kept.
bool DeviceWindows::mayGrow(int64_t nowNs, std::optional<int64_t> openSinceNs) const
{
    if (!m_endNs || !m_stoppedNs || nowNs - *m_stoppedNs >= longestStepNs)
        return false;
    return m_window.steps.empty() || openSinceNs.value_or(*m_endNs) < *m_endNs;
}

std::optional<DeviceWindows::Window> DeviceWindows::takeReady(int64_t nowNs,
                                                              std::optional<int64_t> openSinceNs)
{
    checkTimes(nowNs);
    const bool isOver = m_reading.valid() ? isRead() : m_use == Use::Off || m_isLost;
    if (!m_startNs || !isOver || (m_use != Use::Off && !m_isLost && mayGrow(nowNs, openSinceNs)))
        return std::nullopt;
    return release();
}

std::optional<DeviceWindows::Window> DeviceWindows::finish()
{
    if (!m_startNs)
        return std::nullopt;
    if (!m_reading.valid() && m_use != Use::Off && !m_isLost)
        lose(translated("the program ended before PyTorch's profiler had written its trace"));
    return release();
}

/// Includes the profiler's trace if it is available.
DeviceWindows::Window DeviceWindows::release()
{
    Window window{.chunk = {}, .device = {}, .clock = m_clock, .tookNs = m_tookNs};
    if (m_reading.valid()) {
        try {
            window.device = m_reading.get();
            if (!m_clock.isSteady()) {
                lose(translated("the system clock was set during the recording"));
                window.device.reset();
            }
        } catch (const Error& error) {
            lose(error.what());
        }
    }
    window.chunk = std::exchange(m_window, {});
    forget();
    return window;
}

void DeviceWindows::forget()
{
    m_startNs.reset();
    m_endNs.reset();
    m_askedNs.reset();
    m_stoppedNs.reset();
    m_isLost = false;
    m_tookNs = 0;
    m_clock = WallClock({}, {});
}

/// Reports that the trace of this window is lost. A window without steps is no loss.
void DeviceWindows::lose(const std::string& reason)
{
    m_isLost = true;
    if (m_window.steps.empty())
        return;
    m_problems.push_back(translated("GPU work in {steps} is not recorded: {reason}.",
                                    {{"steps", stepsText(m_window)}, {"reason", reason}}));
}

std::string stepsText(const TraceChunk& window)
{
    const auto first = window.steps.front().number;
    const auto last = window.steps.back().number;
    // Translators: this and "steps {first} to {last}" are {steps} in other sentences.
    return first == last ? translated("step {number}", {{"number", std::to_string(first)}})
                         : translated("steps {first} to {last}",
                                      {{"first", std::to_string(first)}, {"last", std::to_string(last)}});
}

} // namespace stepscope
