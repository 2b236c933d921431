#include "core/probe/memory_reports.h"

#include "core/probe/recording.h"
#include "core/probe/torch_library.h"

namespace stepscope::probe {

namespace {

bool isWanted = false;
__thread uint64_t lastAddress = 0;
__thread int64_t lastBytes = 0;

/// c10::Device
struct Device
{
    int8_t type; ///< 0: the host
    int8_t index;
};

/// c10::MemoryReportingInfoBase, with the additional function of LibTorch's own profilers. LibTorch also
/// reads their configuration after the virtual table pointer; zeros there mean that no profiler is enabled.
class MemoryReporter
{
public:
    // In place of the destructor's two entries in the virtual table: the object has no owner.
    virtual void destroy() {}
    virtual void destroyAndDelete() {}
    virtual void reportMemoryUsage(void* address, int64_t bytes, size_t, size_t, Device device)
    {
        lastAddress = reinterpret_cast<uint64_t>(address);
        lastBytes = bytes;
        auto* writer = threadWriter();
        if (writer && !writer->isMuted() && recordsOperators())
            writer->memory(lastAddress, bytes, device.type == 0 ? -1 : device.index);
    }
    virtual void reportOutOfMemory(int64_t, size_t, size_t, Device) {}
    virtual bool memoryProfilingEnabled() const { return true; }
    virtual int profilerType() { return 0; } ///< ActiveProfilerType::NONE

private:
    [[maybe_unused]] uint64_t m_configuration[512] = {};
};
MemoryReporter reporter;

/// Whether the probe was the last to fill one of the thread's slots, which can only be emptied in reverse
/// order.
bool isLast()
{
    const SharedPointer last = torch.currentDebugInfo();
    if (!last.object)
        return false;
    if (last.owner) {
        auto* owners =
            static_cast<int*>(const_cast<void*>(last.owner)) + 2; // after the virtual table pointer
        __atomic_sub_fetch(owners, 1, __ATOMIC_ACQ_REL);          // the thread itself holds another reference
    }
    return *static_cast<const void* const*>(last.object) == &reporter;
}

} // namespace

const char* reportMemory()
{
    if (!torch.hasDebugInfo())
        return "this PyTorch has no function for memory reports";
    isWanted = true;
    const auto* present = torch.debugInfo(torch.profilerSlot);
    if (present)
        return present == &reporter ? nullptr : "a profiler of the program is running";
    torch.pushDebugInfo(torch.profilerSlot, SharedPointer(&reporter));
    return nullptr;
}

void stopReportingMemory()
{
    if (torch.hasDebugInfo() && torch.debugInfo(torch.profilerSlot) == &reporter && isLast())
        torch.popDebugInfo(torch.profilerSlot);
}

void reportMemoryOfThread()
{
    if (isWanted)
        reportMemory();
}

int64_t lastReported(uint64_t address)
{
    return lastAddress == address ? lastBytes : 0;
}

} // namespace stepscope::probe
