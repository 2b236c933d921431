#include "core/torch/shared/tensor_memory.h"

#include "core/torch/shared/torch_headers.h"

#include <c10/core/CPUAllocator.h>

#include <cstring>
#include <mutex>
#include <type_traits>

namespace stepscope {

namespace {

/// Smaller tensors are left to the C library: the holes that they leave in its heap are small.
constexpr size_t smallestBlock = size_t(1) << 20;

c10::Allocator& standardAllocator()
{
    return *c10::GetDefaultCPUAllocator();
}

void freeMemory(void* block)
{
    if (!tensorMemory().owns(block)) {
        standardAllocator().raw_deleter()(block);
        return;
    }
    c10::profiledCPUMemoryReporter().Delete(block); // before another thread can take the same address
    tensorMemory().giveBack(block);
}

c10::DataPtr allocateMemory(size_t bytes)
{
    void* block = bytes < smallestBlock ? nullptr : tensorMemory().take(bytes);
    if (!block) // also if memory is short: the standard allocator has the error message
        return standardAllocator().allocate(bytes);
    c10::profiledCPUMemoryReporter().New(block, bytes);
    return {block, block, &freeMemory, at::Device(at::kCPU)};
}

template<typename Base>
constexpr bool allocatesConst =
    std::is_same_v<decltype(&Base::allocate), c10::DataPtr (Base::*)(size_t) const>;

/// allocate() is const in old releases.
template<typename Base, bool IsConst = allocatesConst<Base>>
class AllocatorOf : public Base
{
public:
    c10::DataPtr allocate(size_t bytes) const final { return allocateMemory(bytes); }
};

template<typename Base>
class AllocatorOf<Base, false> : public Base
{
public:
    c10::DataPtr allocate(size_t bytes) final { return allocateMemory(bytes); }
};

class TensorAllocator final : public AllocatorOf<c10::Allocator>
{
public:
    c10::DeleterFnPtr raw_deleter() const override { return &freeMemory; }
    // NOLINTNEXTLINE(modernize-use-override): overrides nothing in older releases
    void copy_data(void* to, const void* from, size_t bytes) const { std::memcpy(to, from, bytes); }
};

} // namespace

BlockCache& tensorMemory()
{
    static auto& memory = *new BlockCache; // static tensors are freed late
    return memory;
}

void useTensorMemory()
{
    static std::once_flag once;
    std::call_once(once, [] { c10::SetCPUAllocator(new TensorAllocator); });
}

} // namespace stepscope
