#include "core/torch/record/kineto_profiler.h"

#include "core/base/clock.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/processes/process_end.h"
#include "core/language/translation.h"
#include "core/torch/record/kineto_details.h"
#include "core/torch/shared/torch_headers.h"

#include <torch/csrc/autograd/profiler_kineto.h>

#include <chrono>
#include <dlfcn.h>
#include <limits>
#include <set>

#include <exception>

namespace stepscope {

namespace kineto = torch::autograd::profiler;
using Activity = torch::profiler::impl::ActivityType;

static torch::profiler::impl::ProfilerConfig configuration()
{
    return torch::profiler::impl::ProfilerConfig(torch::profiler::impl::ProfilerState::KINETO);
}

static std::set<Activity> activitiesOf(KinetoProfiler::Watches watches)
{
    return {watches == KinetoProfiler::Watches::Devices ? Activity::CUDA : Activity::CPU};
}

static void waitForDevices()
{
    const auto count = torch::cuda::is_available() ? int64_t(torch::cuda::device_count()) : 0;
    for (int64_t i = 0; i < count; ++i)
        torch::cuda::synchronize(i);
}

KinetoProfiler::~KinetoProfiler()
{
    if (!m_isRunning)
        return;
    try {
        stop();
    } catch (const std::exception&) {
        // Its recording is lost.
    }
}

std::string KinetoProfiler::whyBlind()
{
    const std::string config = at::show_config();
    if (config.find("-DUSE_KINETO") == std::string::npos && !dlsym(RTLD_DEFAULT, "libkineto_init"))
        return translated("this LibTorch is built without Kineto");
    if (isKinetoWithoutCupti(config))
        return translated(
            "the Kineto of this LibTorch is built without CUPTI, as Debian's is; GPU kernels need "
            "the LibTorch of pytorch.org or the torch package of pip");
    return {};
}

int64_t KinetoProfiler::clockDifferenceNs()
{
    int64_t difference = 0;
    int64_t shortest = std::numeric_limits<int64_t>::max();
    for (int i = 0; i < 5; ++i) {
        const auto before = monotonicNs();
        const auto wall = std::chrono::duration_cast<std::chrono::nanoseconds>(
                              std::chrono::system_clock::now().time_since_epoch())
                              .count();
        const auto after = monotonicNs();
        if (after - before < shortest) {
            shortest = after - before;
            difference = wall - (before + shortest / 2);
        }
    }
    return difference;
}

void KinetoProfiler::prepare()
{
    if (m_isPrepared)
        return;
    kineto::prepareProfiler(configuration(), activitiesOf(m_watches));
    m_isPrepared = true;
}

void KinetoProfiler::start()
{
    prepare();
    waitForDevices(); // work that started earlier would have no launch
    m_differenceNs = clockDifferenceNs();
    kineto::enableProfiler(configuration(), activitiesOf(m_watches));
    // When the process ends, cuBLAS releases the device, and CUPTI then calls Kineto, whose objects may
    // already have been destroyed.
    if (m_watches == Watches::Devices)
        leaveOutStaticDestructors();
    m_isRunning = true;
}

static std::optional<DeviceActivity> activityOf(const kineto::KinetoEvent& event, int64_t differenceNs)
{
    const bool isOnDevice = event.deviceType() != c10::DeviceType::CPU;
    DeviceActivity activity;
    activity.name = event.name();
    activity.kind = activityKind(activity.name, isOnDevice);
    activity.startNs = startNsOf(event) - differenceNs;
    activity.durationNs = durationNsOf(event);
    activity.device = isOnDevice ? int16_t(event.deviceIndex()) : int16_t(-1);
    activity.resource = event.deviceResourceId();
    activity.correlation = event.correlationId();
    activity.work.direction = copyDirection(activity.name);
    if (activity.name.starts_with('[')) // "[memory]"
        return {};
    return activity;
}

/// Bytes, grids and the devices' properties are only in the trace file. Times and names are known without it.
static void addDetails(kineto::ProfilerResult& result, DeviceActivities& to)
{
    try {
        const TemporaryFolder folder;
        const auto file = folder.path() / "trace.json";
        result.save(file.string());
        addKinetoDetails(readFile(file), to);
    } catch (const std::exception&) {
    }
}

DeviceActivities KinetoProfiler::stop()
{
    waitForDevices();
    m_isRunning = m_isPrepared = false;
    const auto result = kineto::disableProfiler();
    const auto differenceNs = (m_differenceNs + clockDifferenceNs()) / 2;
    DeviceActivities seen;
    bool onDevice = false;
    for (const auto& event : result->events()) {
        if (auto activity = activityOf(event, differenceNs)) {
            onDevice |= activity->device >= 0;
            seen.activities.push_back(std::move(*activity));
        }
    }
    if (onDevice)
        addDetails(*result, seen);
    return seen;
}

} // namespace stepscope
