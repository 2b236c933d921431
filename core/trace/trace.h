#pragma once

#include "core/base/string_table.h"
#include "core/experiment/step_phase.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stepscope {

/// The part of a training step that an event belongs to.
enum class Pass : uint8_t { Data, Forward, Loss, Backward, Optimizer, Other };

const char* passName(Pass pass);

enum class EventKind : uint8_t {
    Operator, ///< an operator or autograd function, or the optimizer's update
    Layer,    ///< a named layer's call; its time is that of the operators in it
};

inline constexpr uint32_t noEvent = std::numeric_limits<uint32_t>::max();
inline constexpr uint32_t noShape = std::numeric_limits<uint32_t>::max();

/// One event as the recorder hands it over. Indices are those of the trace it is appended to.
struct TraceEvent
{
    int64_t startNs = 0; ///< monotonic clock
    int64_t durationNs = 0;
    int64_t sequence = -1;     ///< autograd's sequence number, -1: none
    uint32_t name = 0;         ///< id in Trace::names
    uint32_t shape = noShape;  ///< id in Trace::shapes: the shapes of the inputs, "[64, 1, 28, 28], [32]"
    uint32_t parent = noEvent; ///< index of the event on the same thread that encloses this one
    uint16_t thread = 0;       ///< index in Trace::threads
    Pass pass = Pass::Other;
    EventKind kind = EventKind::Operator;
};

/// A block of memory that was allocated or freed while steps were recorded.
struct TraceAllocation
{
    int64_t timeNs = 0;
    int64_t bytes = 0;        ///< negative: freed
    uint64_t address = 0;     ///< of the block, so that what is freed is found again
    uint32_t event = noEvent; ///< index of the innermost event that ran on the thread
    uint16_t thread = 0;      ///< index in Trace::threads
    int16_t device = -1;      ///< -1: the host's memory, else the number of the GPU

    bool operator==(const TraceAllocation&) const = default;
};

struct TraceThread
{
    int64_t id = 0; ///< the operating system's thread id
    std::string name;
};

/// A training step, and the events recorded in it: [firstEvent, endEvent).
struct TraceStep
{
    int64_t number = 0; ///< counted from 0
    int64_t startNs = 0;
    int64_t durationNs = 0;
    uint32_t firstEvent = 0;
    uint32_t endEvent = 0;
    StepPhase phase = StepPhase::Off;
};

/// What a recorder hands over at the end of a step: strings seen for the first time (their ids follow on
/// those of the chunks before), and events whose parents count from the first event of this chunk, as do
/// the events of allocations.
struct TraceChunk
{
    std::vector<std::string> newNames;
    std::vector<std::string> newShapes;
    std::vector<TraceThread> newThreads;
    std::vector<TraceEvent> events;
    std::vector<TraceAllocation> allocations;
    std::vector<TraceStep> steps; ///< firstEvent and endEvent count from the first event of this chunk
};

/// Recorded events in columns, ordered so that a parent stands before its children. Append-only while
/// recording, immutable after. An imported trace and a recorded one are the same type.
class Trace
{
public:
    uint32_t size() const { return static_cast<uint32_t>(startNs.size()); }
    bool empty() const { return startNs.empty(); }

    /// Appends an event as it is; its parent counts from the trace's first event.
    void append(const TraceEvent& event);
    /// Appends a chunk, moving its indices behind what is there.
    void append(TraceChunk&& chunk);

    TraceEvent event(uint32_t index) const;

    StringTable names;
    std::vector<std::string> shapes;
    std::vector<TraceThread> threads;
    std::vector<TraceStep> steps;
    std::vector<TraceAllocation> allocations; ///< of each thread in the order of time

    std::vector<int64_t> startNs;
    std::vector<int64_t> durationNs;
    std::vector<int64_t> sequence;
    std::vector<uint32_t> name;
    std::vector<uint32_t> shape;
    std::vector<uint32_t> parent;
    std::vector<uint16_t> thread;
    std::vector<Pass> pass;
    std::vector<EventKind> kind;
};

} // namespace stepscope
