#include "core/torch/shared/devices.h"

#include "core/base/error.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <ATen/detail/CUDAHooksInterface.h>
#include <fmt/format.h>

#include <algorithm>
#include <dlfcn.h>
#include <limits>
#include <mutex>

namespace stepscope {

int usableProcessors()
{
    return std::max(1, machineEnvironment().processors);
}

static std::string whyNoCuda(const Environment& machine)
{
    if (!at::detail::getCUDAHooks().hasCUDART()) // hasCUDA() is false without a GPU, too
        return translated("this LibTorch is built without CUDA");
    if (machine.gpus.empty())
        return translated("no NVIDIA GPU was found by the driver");
    return translated("LibTorch cannot use the GPU with this driver");
}

/// The limit set by OMP_THREAD_LIMIT. With more threads, oneDNN would wait forever for threads that OpenMP
/// does not start.
static int mostThreads()
{
    void* symbol = dlsym(RTLD_DEFAULT, "omp_get_thread_limit");
    return symbol ? std::max(reinterpret_cast<int (*)()>(symbol)(), 1) : std::numeric_limits<int>::max();
}

int useThreads(const Experiment& experiment)
{
    const int wanted = experiment.threads > 0 ? int(experiment.threads) : usableProcessors();
    const int threads = std::min(wanted, mostThreads());
    at::set_num_threads(threads);
    if (void* symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))
        reinterpret_cast<void (*)(int)>(symbol)(threads);
    return at::get_num_threads();
}

std::optional<int> useInterOpThreads(const Experiment& experiment)
{
    static std::mutex mutex;
    static int set = 0; // by a training of this process
    if (!usesField(experiment, "inter_op_threads"))
        return std::nullopt;
    const std::lock_guard lock(mutex);
    const int wanted = int(experiment.interOpThreads);
    if (wanted == 0)
        return set > 0 ? std::optional(set) : std::nullopt;
    if (wanted == set)
        return std::nullopt;
    try {
        at::set_num_interop_threads(wanted);
        set = wanted;
    } catch (const c10::Error&) {
        const int now = at::get_num_interop_threads();
        if (now != wanted)
            throw Error(
                translated("inter_op_threads is {wanted}, but this process keeps {now}: LibTorch sets "
                           "their number once, before a model forks for the first time; train in a "
                           "new process, with `stepscope run`.",
                           {{"wanted", std::to_string(wanted)}, {"now", std::to_string(now)}}));
    }
    return std::nullopt;
}

std::vector<DeviceInfo> listDevices()
{
    const auto machine = machineEnvironment();
    std::vector<DeviceInfo> devices;
    // Runs store this name, so it is the same in every language.
    devices.push_back({"cpu",
                       fmt::format("{} ({} processor{})", machine.cpuModel, machine.processors,
                                   machine.processors == 1 ? "" : "s"),
                       {},
                       machine.memoryBytes});

    const auto count = torch::hasCUDA() ? size_t(torch::cuda::device_count()) : 0;
    for (size_t i = 0; i < count; ++i) {
        const bool named = i < machine.gpus.size();
        devices.push_back({fmt::format("cuda:{}", i),
                           named ? machine.gpus[i].name : "NVIDIA GPU",
                           {},
                           named ? machine.gpus[i].memoryBytes : 0});
    }
    if (count == 0)
        devices.push_back({"cuda", "NVIDIA GPU", whyNoCuda(machine), 0});
    return devices;
}

torch::Device findDevice(const std::string& id)
{
    std::string usable;
    std::string whyAbsent;
    for (const auto& device : listDevices()) {
        if (device.id == id)
            return torch::Device(id);
        if (device.whyAbsent.empty())
            usable += (usable.empty() ? "" : ", ") + device.id;
        else
            whyAbsent = device.whyAbsent;
    }
    if (whyAbsent.empty())
        throw Error(translated("The device {device} is not available; this machine has: {usable}.",
                               {{"device", id}, {"usable", usable}}));
    throw Error(translated("The device {device} is not available ({reason}); this machine has: {usable}.",
                           {{"device", id}, {"reason", whyAbsent}, {"usable", usable}}));
}

} // namespace stepscope
