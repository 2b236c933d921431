#include "core/torch/record/kineto_recorder.h"

#include "core/language/translation.h"

#include <exception>
#include <utility>

namespace stepscope {

KinetoRecorder::KinetoRecorder(bool withShapes, std::unique_ptr<DeviceProfiler> profiler,
                               std::function<void(std::string)> notice)
    : m_operators(withShapes)
    , m_profiler(std::move(profiler))
    , m_notice(std::move(notice))
{
}

KinetoRecorder::~KinetoRecorder()
{
    m_operators.setMemoryReports(false);
    m_profiler.reset();
}

KinetoRecorder::Task KinetoRecorder::taskBefore(StepPhase next) const
{
    const bool isActive = next == StepPhase::Active;
    if (m_isOpen && !isActive)
        return Task::Close;
    if (m_isOpen)
        return m_window.steps.size() < mostSteps ? Task::None : Task::CloseAndOpen;
    if (!m_profiler)
        return Task::None;
    return isActive ? Task::Open : next == StepPhase::Warmup && !m_isWarm ? Task::WarmUp : Task::None;
}

template<typename Function>
bool KinetoRecorder::withProfiler(const Function& function)
{
    // Memory reports share a slot with the state of PyTorch's profiler, which treats any object there as its
    // own.
    m_operators.setMemoryReports(false);
    try {
        function();
    } catch (const std::exception& exception) {
        const std::string text = exception.what();
        m_profiler.reset();
        m_notice(translated(
            "Device kernels and copies are no longer recorded, because PyTorch's profiler failed: {reason}",
            {{"reason", text.substr(0, text.find('\n'))}}));
    }
    m_operators.setMemoryReports(true);
    return m_profiler != nullptr;
}

std::optional<TraceChunk> KinetoRecorder::prepare(StepPhase next)
{
    const auto task = taskBefore(next);
    std::optional<TraceChunk> chunk;
    if (task == Task::Close || task == Task::CloseAndOpen)
        chunk = close();
    if (task == Task::WarmUp)
        m_isWarm = withProfiler([this] { m_profiler->prepare(); });
    if (m_profiler && (task == Task::Open || task == Task::CloseAndOpen))
        m_isOpen = withProfiler([this] { m_profiler->start(); });
    return chunk;
}

std::optional<TraceChunk> KinetoRecorder::endStep()
{
    auto chunk = m_operators.endStep();
    if (chunk && m_isOpen)
        moveBehind(m_window, *chunk);
    return chunk;
}

std::vector<PlacedActivity> KinetoRecorder::placed(const std::vector<DeviceActivity>& activities,
                                                   TraceChunk& chunk)
{
    std::vector<PlacedActivity> result;
    for (const auto& activity : activities) {
        auto& each = result.emplace_back();
        each.event = {.startNs = activity.startNs,
                      .durationNs = activity.durationNs,
                      .name = m_operators.internName(activity.name, chunk),
                      .thread = m_operators.threadIndex(activity.resource, activity.device, chunk),
                      .kind = activity.kind};
        each.correlation = activity.correlation;
        each.work = activity.work;
        each.isOnDevice = activity.device >= 0;
    }
    return result;
}

TraceChunk KinetoRecorder::close()
{
    DeviceActivities seen;
    withProfiler([&] { seen = m_profiler->stop(); });
    m_isOpen = m_isWarm = false;
    auto chunk = std::exchange(m_window, {});
    auto activities = placed(seen.activities, chunk);
    insertActivities(chunk, std::move(activities));
    m_operators.announceDevices(seen.devices, chunk);
    return chunk;
}

} // namespace stepscope
