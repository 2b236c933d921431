#pragma once

#include "core/base/hash_index.h"
#include "core/base/string_table.h"
#include "core/base/tick_clock.h"
#include "core/torch/record/shape_table.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <vector>

namespace stepscope {

/// What one thread records. Only that thread writes, and only between the steps does another read, so nothing
/// here is locked. Ids of names and shapes are the thread's own.
class ThreadRecorder
{
public:
    ThreadRecorder(int64_t threadId, const TickClock& clock)
        : m_threadId(threadId)
        , m_clock(clock)
    {
    }

    void enter(const at::RecordFunction& function, Pass pass, bool withShapes, bool keepEvent);
    void exit();
    /// A block of memory was allocated, or freed when `bytes` is negative; kept with the events.
    void allocate(const void* address, int64_t bytes, int16_t device);

    int64_t threadId() const { return m_threadId; }
    const StringTable& names() const { return m_names; }
    const ShapeTable& shapes() const { return m_shapes; }
    /// Totals since the recording began.
    const std::vector<OperatorTotal>& totals() const { return m_totals; }
    /// Events kept since the last call; parents count from the first of them.
    std::vector<TraceEvent> takeEvents();
    /// Since the last call; their events count as those of takeEvents().
    std::vector<TraceAllocation> takeAllocations();

private:
    struct Frame
    {
        int64_t startNs;
        int64_t childNs; ///< time of operators called directly
        uint32_t event;  ///< index in m_events, noEvent when not kept
        uint32_t total;  ///< index in m_totals, noEvent for a layer
        uint32_t name;   ///< with the pass as in that total, so that count() need not look there
        Pass pass;
    };
    /// A name as LibTorch last gave it: an operator's is at the same address each time.
    struct KnownName
    {
        const char* given = nullptr;
        const char* own = nullptr; ///< in m_names
        uint32_t id = 0;
    };

    uint32_t internName(const char* name);
    uint32_t internShapes(const at::RecordFunction& function, uint32_t name);
    uint32_t totalRow(uint32_t name, uint32_t shape, Pass pass);
    void count(const Frame& frame, int64_t durationNs);

    int64_t m_threadId;
    const TickClock& m_clock;
    StringTable m_names;
    std::array<KnownName, 256> m_knownNames;
    ShapeTable m_shapes;
    std::vector<const ConvolutionArguments*> m_convolutions; ///< by name
    std::vector<Frame> m_stack;
    std::vector<TraceEvent> m_events;
    std::vector<TraceAllocation> m_allocations;
    std::vector<OperatorTotal> m_totals;
    HashIndex m_totalRows;
};

} // namespace stepscope
