#include "core/torch/shared/device_memory.h"

#include "core/torch/shared/torch_headers.h"

#include <exception>

namespace stepscope {

namespace {

[[maybe_unused]] DeviceMemory memoryIn(const auto& statistics)
{
    const auto& ofAllSizes = statistics.allocated_bytes[0];
    return {ofAllSizes.current, ofAllSizes.peak};
}

/// Calls use(allocator, device index) if a CUDA allocator is in use; otherwise returns `otherwise`.
template<typename Result, typename Use>
Result withAllocator(const std::string& id, Result otherwise, [[maybe_unused]] const Use& use)
{
    try {
        const torch::Device device(id);
        if (!device.is_cuda())
            return otherwise;
        [[maybe_unused]] const auto index = device.has_index() ? device.index() : c10::DeviceIndex(0);
#if defined(STEPSCOPE_ANY_ALLOCATOR)
        auto* allocator = dynamic_cast<c10::DeviceAllocator*>(c10::GetAllocator(device.type()));
        if (allocator && allocator->initialized())
            return use(*allocator, index);
#elif defined(STEPSCOPE_CUDA_ALLOCATOR)
        struct Allocator
        {
            auto getDeviceStats(int of) const { return c10::cuda::CUDACachingAllocator::getDeviceStats(of); }
            void resetPeakStats(int of) const { c10::cuda::CUDACachingAllocator::resetPeakStats(of); }
        };
        return use(Allocator(), index);
#endif
    } catch (const std::exception&) {
        // Older allocators throw before their first use.
    }
    return otherwise;
}

} // namespace

DeviceMemory deviceMemory(const std::string& device)
{
    return withAllocator(device, DeviceMemory(), [](auto&& allocator, auto index) {
        return memoryIn(allocator.getDeviceStats(index));
    });
}

void forgetPeakMemory(const std::string& device)
{
    withAllocator(device, false, [](auto&& allocator, auto index) {
        allocator.resetPeakStats(index);
        return true;
    });
}

} // namespace stepscope
