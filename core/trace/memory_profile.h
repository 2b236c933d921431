#pragma once

#include "core/trace/interval_set.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

inline constexpr int64_t neverFreed = std::numeric_limits<int64_t>::max();

/// A block of memory, from its allocation until it was freed.
struct MemoryBlock
{
    int64_t bytes = 0;
    int64_t allocatedNs = 0;
    int64_t freedNs = neverFreed; ///< or until the next recorded step that does not follow directly
    EventId event = noEvent;      ///< the innermost event around the allocation
};

/// Blocks of one origin that were alive at the same time.
struct MemoryShare
{
    NameId operatorName = noName; ///< of the innermost operator; noName: outside of any
    NameId layerName = noName;    ///< of its layer, by eventLayers(); noName: none
    Pass pass = Pass::Other;
    int64_t blocks = 0;
    int64_t bytes = 0;
};

/// The memory in use on one device while steps were recorded. Covers the blocks that were allocated in
/// recorded steps: earlier allocations (parameters, the data set, the optimizer's state) are not known and
/// not included. After a gap between recorded steps the count starts again, because memory that was freed in
/// the gap is not known.
struct DeviceMemoryProfile
{
    struct Point
    {
        int64_t timeNs = 0;
        int64_t bytes = 0; ///< in use from then on
    };
    struct Step
    {
        int64_t number = 0;
        int64_t endNs = 0;
        int64_t peakBytes = 0;
        int64_t endBytes = 0;       ///< in use when it ended
        int64_t allocatedBytes = 0; ///< in total
        int64_t allocations = 0;
    };

    int16_t device = -1;             ///< as in TraceAllocation
    std::vector<Point> alive;        ///< one per counted allocation, in order of time
    std::vector<Step> steps;         ///< the recorded ones
    std::vector<MemoryBlock> blocks; ///< all counted ones, in the order of their allocation
    int64_t peakBytes = 0;
    int64_t peakNs = 0; ///< when it was first reached
};

/// One per device with allocations, the host first. Takes time in proportion to the number of allocations and
/// to its logarithm.
std::vector<DeviceMemoryProfile> memoryProfile(const Trace& trace);

/// The process of a device's allocations, as in TraceThread::process: that of the device's streams. In an
/// imported trace it may differ from that of the host's threads.
int64_t processOfAllocations(const Trace& trace, int16_t device);

/// The blocks that were in use at a time, in decreasing order of size. At the time of the peak they add up to
/// peakBytes.
std::vector<MemoryBlock> blocksAliveAt(const DeviceMemoryProfile& profile, int64_t timeNs);

/// The blocks that were allocated in calls of an operator or in what they call, in the same order. Takes time
/// in proportion to the blocks and to how deep their events are nested.
std::vector<MemoryBlock> blocksOfOperator(const Trace& trace, std::span<const MemoryBlock> blocks,
                                          const std::string& op);

/// The first time at which most bytes of these blocks were in use; 0 without blocks.
int64_t peakTimeOf(std::span<const MemoryBlock> blocks);

/// The first moment of a time at which most bytes were in use; its start if none were. Takes time in
/// proportion to the allocations within it.
int64_t peakTimeWithin(const DeviceMemoryProfile& profile, const TimeInterval& time);

/// The blocks by origin, in decreasing order of bytes. `layers`: eventLayers() of the trace.
std::vector<MemoryShare> memoryShares(const Trace& trace, std::span<const NameId> layers,
                                      std::span<const MemoryBlock> blocks);

/// Memory that grows from step to step, in decreasing order of bytes: for each origin, the blocks in use at
/// the end of the last recorded step minus those at the end of the first step of the same gapless sequence of
/// recorded steps; without origins that do not grow. Empty for fewer than three steps: the first step may
/// leave memory that is allocated once, such as gradients.
struct MemoryGrowth
{
    std::vector<MemoryShare> shares; ///< bytes and blocks more than at the start
    int64_t steps = 0;               ///< over which it grew; 0: too few to tell
};
MemoryGrowth memoryGrowth(const Trace& trace, std::span<const NameId> layers,
                          const DeviceMemoryProfile& profile);

} // namespace stepscope
