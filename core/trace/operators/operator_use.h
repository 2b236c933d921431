#pragma once

#include "core/trace/event_kind.h"
#include "core/trace/event_layers.h"
#include "core/trace/flat_index.h"
#include "core/trace/open_calls.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// Where the calls of one operator are made, what they launch and what they allocate, whatever their shapes
/// and passes. Times are in nanoseconds.
struct OperatorUse
{
    struct Layer
    {
        NameId name = noName; ///< noName: in no layer
        int64_t calls = 0;
        int64_t ns = 0; ///< including callees; a call inside another one adds nothing
    };
    struct Work
    {
        NameId name{0};
        int64_t launches = 0;
        int64_t ns = 0;
    };
    std::vector<Layer> layers; ///< the innermost layer of each call; in decreasing order of time
    /// Kernels, copies and memory sets that were launched in the calls or in what they call; likewise.
    std::vector<Work> work;
    EventId longest = noEvent; ///< the longest call
    int64_t allocations = 0;   ///< in the calls or in what they call, as is the rest
    int64_t allocatedBytes = 0;
    int64_t freedBytes = 0;
};

/// Collects the use of one operator from a trace, in portions. 1 bit per event.
class OperatorUseBuilder
{
public:
    OperatorUseBuilder() = default;
    explicit OperatorUseBuilder(NameId name)
        : m_name(name)
    {
    }

    /// Processes the events that `rowOfEvent` covers, at most `limit`, and returns whether all are processed.
    /// `rowOfEvent` and `layers`: of an OperatorStatisticsBuilder by operator. A call without a row does not
    /// count.
    bool update(const Trace& trace, std::span<const OperatorRowId> rowOfEvent, const EventLayers& layers,
                uint32_t limit = allEvents);
    OperatorUse use() const;

private:
    using LayerUseId = Id<struct LayerOfUse>;
    using WorkUseId = Id<struct WorkOfUse>;

    bool isIn(EventId event) const { return event < m_isIn.size() && m_isIn[event]; }
    void countCall(const Trace& trace, EventId event, NameId layer, bool isNested);
    void countWork(const Trace& trace, EventId event);
    void takeAllocations(const Trace& trace);

    NameId m_name = noName;
    std::vector<bool> m_isIn; ///< by event: whether it is a call, or in one
    size_t m_seenAllocations = 0;
    DeviceWorkWalk m_work;
    FlatIndex<LayerUseId> m_layerAt;
    FlatIndex<WorkUseId> m_workAt;
    OperatorUse m_use;
};

} // namespace stepscope
