#include "core/torch/shared/devices.h"

#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"

#include <ATen/detail/CUDAHooksInterface.h>
#include <fmt/format.h>

#include <algorithm>
#include <dlfcn.h>
#include <limits>

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

std::vector<DeviceInfo> listDevices()
{
    const auto machine = machineEnvironment();
    std::vector<DeviceInfo> devices;
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
