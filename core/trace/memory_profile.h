#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace stepscope {

inline constexpr int64_t neverFreed = std::numeric_limits<int64_t>::max();

/// A block of memory, from its allocation until it was freed.
struct MemoryBlock
{
    int64_t bytes = 0;
    int64_t allocatedNs = 0;
    int64_t freedNs = neverFreed; ///< or the next recorded step began that does not follow on the one before
    uint32_t event = noEvent;     ///< the innermost event that it was allocated in
};

/// Blocks of one origin that lived at the same time.
struct MemoryShare
{
    uint32_t operatorName =
        noEvent;                  ///< id in Trace::names of the innermost operator; noEvent: outside of any
    uint32_t layerName = noEvent; ///< of the layer that it worked for, by eventLayers(); noEvent: none
    Pass pass = Pass::Other;
    int64_t blocks = 0;
    int64_t bytes = 0;
};

/// What lived of one device's memory while steps were recorded. Counted are the blocks that were allocated in
/// recorded steps: what was there before (parameters, the data set, the optimizer's state) is not known and
/// not in the figures. Where recorded steps do not follow on each other the count begins anew, since what was
/// freed between is not known.
struct DeviceMemoryProfile
{
    struct Point
    {
        int64_t timeNs = 0;
        int64_t bytes = 0; ///< alive from then on
    };
    struct Step
    {
        int64_t number = 0;
        int64_t endNs = 0;
        int64_t peakBytes = 0;
        int64_t endBytes = 0;       ///< alive when it ended
        int64_t allocatedBytes = 0; ///< in all
        int64_t allocations = 0;
    };

    int16_t device = -1;             ///< as in TraceAllocation
    std::vector<Point> alive;        ///< one for each allocation that is counted, in the order of time
    std::vector<Step> steps;         ///< the recorded ones
    std::vector<MemoryBlock> blocks; ///< all that were counted, in the order of their allocation
    int64_t peakBytes = 0;
    int64_t peakNs = 0;       ///< when it was reached first
    int64_t unknownFrees = 0; ///< of blocks that were there before
};

/// One for each device that allocated, the host first. Takes time in proportion to the number of allocations,
/// and to its logarithm.
std::vector<DeviceMemoryProfile> memoryProfile(const Trace& trace);

/// Under which process a device's allocations belong, as TraceThread::process has it: that of the device's
/// streams, which an imported trace may not know, so that it is not always that of the host's threads.
int64_t processOfAllocations(const Trace& trace, int16_t device);

/// The blocks that were alive at a time, by falling size. At the peak's they sum to peakBytes.
std::vector<MemoryBlock> blocksAliveAt(const DeviceMemoryProfile& profile, int64_t timeNs);

/// The blocks by origin, by falling bytes. `layers`: eventLayers() of the trace.
std::vector<MemoryShare> memoryShares(const Trace& trace, std::span<const uint32_t> layers,
                                      std::span<const MemoryBlock> blocks);

/// What grows from step to step, by falling bytes: of each origin the blocks alive at the end of the last
/// recorded step less those at the end of the first one of the recorded steps that it follows on without a
/// gap; without those that do not grow. Nothing where that are less than three steps: the first may leave
/// what is made once, such as gradients.
struct MemoryGrowth
{
    std::vector<MemoryShare> shares; ///< bytes and blocks more than at the begin
    int64_t steps = 0;               ///< over which it grew; 0: too few to tell
};
MemoryGrowth memoryGrowth(const Trace& trace, std::span<const uint32_t> layers,
                          const DeviceMemoryProfile& profile);

} // namespace stepscope
