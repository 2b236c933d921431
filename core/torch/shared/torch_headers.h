#pragma once

// All headers of LibTorch that the engine uses, precompiled once. Differences between releases are handled
// here.

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>
#include <ATen/record_function.h>
#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/runtime/print_handler.h>
#include <torch/script.h>
#include <torch/torch.h>
#include <torch/version.h>

#include <string_view>

// The allocator that reports the memory of a device. Since 2.9, the allocators of all devices have one
// interface, c10::DeviceAllocator. Before that, CUDA's allocator has its own, whose header needs those of the
// CUDA toolkit.
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 9)
#define STEPSCOPE_ANY_ALLOCATOR
#include <c10/core/CachingDeviceAllocator.h>
#elif defined(STEPSCOPE_LIBTORCH_CUDA) && __has_include(<cuda_runtime_api.h>)                               \
    && __has_include(<c10/cuda/CUDACachingAllocator.h>)
#define STEPSCOPE_CUDA_ALLOCATOR
#include <c10/cuda/CUDACachingAllocator.h>
#endif

namespace stepscope {

/// Whether PyTorch's Optimizer.zero_grad() removes the gradients. Before 2.0 it sets them to zero.
inline constexpr bool zeroGradRemovesGradients = TORCH_VERSION_MAJOR >= 2;

/// Turns autocast to a type, bfloat16 or float16, on or off on this thread, for operators on this kind of
/// device. Until 2.4 each kind had functions of its own.
inline void setAutocast(c10::DeviceType device, bool on, at::ScalarType type)
{
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4)
    at::autocast::set_autocast_enabled(device, on);
    at::autocast::set_autocast_dtype(device, type);
#else
    if (device == c10::DeviceType::CPU) {
        at::autocast::set_cpu_enabled(on);
        at::autocast::set_autocast_cpu_dtype(type);
    } else {
        at::autocast::set_enabled(on);
        at::autocast::set_autocast_gpu_dtype(type);
    }
#endif
}

/// Receives the reports of LibTorch's allocators.
class MemoryReportsBase : public c10::MemoryReportingInfoBase
{
public:
    /// `bytes` is negative for a freed block.
    virtual void report(const void* address, int64_t bytes, c10::Device device) = 0;

private:
#if TORCH_VERSION_MAJOR >= 2
    using Total = size_t;
#else
    using Total = int64_t;
#endif
    void reportMemoryUsage(void* address, int64_t bytes, Total, Total, c10::Device device) final
    {
        report(address, bytes, device);
    }
};

/// Whether Kineto is built without CUPTI, according to at::show_config(). Since 2.14, that does not list
/// LIBKINETO_NOCUPTI; a build with neither CUDA nor ROCm has no CUPTI in any case.
inline bool isKinetoWithoutCupti(std::string_view config)
{
    const auto has = [config](std::string_view option) { return config.find(option) != config.npos; };
    return has("LIBKINETO_NOCUPTI") || (has("USE_CUDA=OFF") && !has("USE_ROCM=ON"));
}

/// Times of an event of PyTorch's profiler since 1970. Before 2.3 they are whole microseconds.
template<typename Event>
int64_t startNsOf(const Event& event)
{
    if constexpr (requires { event.startNs(); })
        return int64_t(event.startNs());
    else
        return int64_t(event.startUs()) * 1000;
}

template<typename Event>
int64_t durationNsOf(const Event& event)
{
    if constexpr (requires { event.durationNs(); })
        return int64_t(event.durationNs());
    else
        return int64_t(event.durationUs()) * 1000;
}

} // namespace stepscope
