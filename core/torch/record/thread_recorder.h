#pragma once

#include "core/base/hash_index.h"
#include "core/base/string_table.h"
#include "core/base/tick_clock.h"
#include "core/torch/record/shape_table.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

/// The recording of one thread. Only this thread writes, and other threads read only between the steps, so
/// nothing is locked. Ids of names and shapes are local to the thread.
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
    /// Records that a block of memory was allocated, or freed if `bytes` is negative; stored with the events.
    void allocate(const void* address, int64_t bytes, int16_t device);

    int64_t threadId() const { return m_threadId; }
    const StringTable<NameId>& names() const { return m_names; }
    const ShapeTable& shapes() const { return m_shapes; }
    /// Totals since the recording started.
    const std::vector<OperatorTotal>& totals() const { return m_totals; }
    /// Events since the last call. Parents are indices into the returned events.
    std::vector<TraceEvent> takeEvents();
    /// Allocations since the last call. Their events are indices like the parents of takeEvents().
    std::vector<TraceAllocation> takeAllocations();

private:
    static constexpr uint32_t noTotal = std::numeric_limits<uint32_t>::max();

    struct Frame
    {
        int64_t startNs;
        int64_t childNs; ///< time of directly called operators
        EventId event;   ///< index in m_events; noEvent if not kept
        uint32_t total;  ///< index in m_totals; noTotal for a layer
        NameId name;     ///< name and pass as in that total, so that count() need not look there
        Pass pass;
    };
    /// A name as last passed by LibTorch: an operator's name always has the same address.
    struct KnownName
    {
        const char* given = nullptr;
        const char* own = nullptr; ///< in m_names
        NameId id{0};
    };

    NameId internName(const char* name);
    ShapeId internShapes(const at::RecordFunction& function, NameId name);
    uint32_t totalRow(NameId name, ShapeId shape, Pass pass);
    void count(const Frame& frame, int64_t durationNs);

    int64_t m_threadId;
    const TickClock& m_clock;
    StringTable<NameId> m_names;
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
