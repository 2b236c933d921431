#pragma once

#include "core/base/id.h"
#include "core/base/string_table.h"
#include "core/experiment/step_phase.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stepscope {

/// The part of a training step that an event belongs to.
enum class Pass : uint8_t {
    Data,
    Forward,
    Loss,
    Backward,
    Optimizer,
    Other,
    Copy, ///< of a batch to the device, after Data; last, because run files contain these numbers
};

inline constexpr size_t passCount = size_t(Pass::Copy) + 1;

/// "Backward": for files, in English.
const char* passName(Pass pass);
/// "Backward": for labels and tables, in the user's language.
std::string passWord(Pass pass);
/// "backward": inside a sentence, in the user's language.
std::string passInText(Pass pass);

enum class EventKind : uint8_t {
    Operator, ///< an operator or autograd function, or the optimizer's update
    Layer,    ///< a named layer's call; its time is that of the operators in it
    // In imported traces, and from recorders with device support. On a host's thread:
    Range,          ///< marked by the program: an annotation, NVTX
    PythonFunction, ///< a call, if the profiler records calls of Python functions
    Runtime,        ///< a call of the device's runtime or driver, which launches work or waits for it
    Overhead,       ///< the profiler's own work
    // On a device's stream:
    Kernel,
    Communication, ///< a kernel that exchanges data between devices, such as NCCL's
    MemoryCopy,
    MemorySet,
    Synchronization, ///< a stream that waits
    DeviceRange,     ///< a marked range on the device: it covers work but is not work itself
};

/// Whether a device is busy during such an event.
inline bool isDeviceWork(EventKind kind)
{
    return kind >= EventKind::Kernel && kind <= EventKind::MemorySet;
}

/// Index of an event in a Trace or a TraceChunk.
using EventId = Id<struct EventOfTrace>;
inline constexpr EventId noEvent;
/// As the largest number of events to process: all of them.
inline constexpr uint32_t allEvents = std::numeric_limits<uint32_t>::max();

/// Id of a name in Trace::names.
using NameId = Id<struct NameOfTrace>;
inline constexpr NameId noName;
/// Id of the shapes of an event's inputs, in Trace::shapes.
using ShapeId = Id<struct ShapeOfTrace>;
inline constexpr ShapeId noShape;
/// Index of a thread or stream in Trace::threads.
using ThreadId = Id<struct ThreadOfTrace, uint16_t>;

/// One event from the recorder. Indices are those of the trace it is appended to.
struct TraceEvent
{
    int64_t startNs = 0; ///< monotonic clock
    int64_t durationNs = 0;
    /// Autograd's sequence number, which links a backward event to its forward event; -1: none. The importer
    /// makes numbers that are counted per thread unique.
    int64_t sequence = -1;
    NameId name{0};
    ShapeId shape = noShape;  ///< the shapes of the inputs, "[64, 1, 28, 28], [32]"
    EventId parent = noEvent; ///< the event on the same thread that encloses this one
    ThreadId thread{0};
    Pass pass = Pass::Other;
    EventKind kind = EventKind::Operator;
};

/// A block of memory that was allocated or freed while steps were recorded.
struct TraceAllocation
{
    int64_t timeNs = 0;
    int64_t bytes = 0;       ///< negative: freed
    uint64_t address = 0;    ///< of the block, to find it again when it is freed
    EventId event = noEvent; ///< the innermost event that ran on the thread
    ThreadId thread{0};
    int16_t device = -1; ///< -1: the host's memory, else the number of the GPU

    bool operator==(const TraceAllocation&) const = default;
};

/// A thread of the host, or a stream of a device.
struct TraceThread
{
    int64_t id = 0; ///< the operating system's thread id, or the stream's number
    std::string name;
    /// The operating system's process id, or the rank in a distributed run; 0: not known.
    int64_t process = 0;
    int16_t device = -1; ///< the device of a stream; -1: a thread of the host

    bool isStream() const { return device >= 0; }
    bool operator==(const TraceThread&) const = default;
};

enum class CopyDirection : uint8_t {
    None,
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    HostToHost,
    PeerToPeer
};

/// Data of an event on a device besides its time. -1 and 0 if the recorder did not report it.
struct TraceDeviceWork
{
    EventId event = noEvent;
    /// The event on the host that launched it: the runtime call, whose parent is the operator; without one,
    /// the operator itself.
    EventId launcher = noEvent;
    int64_t bytes = -1; ///< copied or set
    CopyDirection direction = CopyDirection::None;
    float occupancy = -1.0F;          ///< achieved, as estimated by the recorder, 0 to 1
    float blocksPerProcessor = -1.0F; ///< the grid's blocks / the device's multiprocessors
    float warpsPerProcessor = -1.0F;
    uint32_t grid[3] = {0, 0, 0};  ///< blocks
    uint32_t block[3] = {0, 0, 0}; ///< threads
    uint32_t registers = 0;        ///< per thread
    uint32_t sharedBytes = 0;      ///< per block

    bool operator==(const TraceDeviceWork&) const = default;
};

/// A device whose work is in the trace. 0 if the recorder did not report it.
struct TraceDevice
{
    int16_t number = 0;
    std::string name;
    int64_t memoryBytes = 0;
    int32_t computeMajor = 0; ///< CUDA's compute capability
    int32_t computeMinor = 0;
    int32_t processors = 0; ///< streaming multiprocessors, compute units
    int32_t threadsPerProcessor = 0;
    int32_t warpSize = 0;

    /// Whether it is an AMD device, whose "compute capability" has another meaning: by its name, or a
    /// wavefront of 64.
    bool isAmd() const
    {
        const auto has = [this](const char* part) { return name.find(part) != std::string::npos; };
        return warpSize == 64 || has("AMD") || has("Radeon") || has("Instinct");
    }
    bool operator==(const TraceDevice&) const = default;
};

/// A figure over time in an imported trace.
struct TraceCounter
{
    struct Value
    {
        int64_t timeNs = 0;
        double value = 0.0;
        bool operator==(const Value&) const = default;
    };
    std::string name; ///< "Total Reserved", with its unit if it has one
    int64_t process = 0;
    int16_t device = -1;       ///< -1: the host
    std::vector<Value> values; ///< in order of time

    bool operator==(const TraceCounter&) const = default;
};

/// A training step, and the events recorded in it: [firstEvent, endEvent).
struct TraceStep
{
    int64_t number = 0; ///< counted from 0
    int64_t startNs = 0;
    int64_t durationNs = 0;
    EventId firstEvent{0};
    EventId endEvent{0};
    StepPhase phase = StepPhase::Off;
};

/// Whether figures of recorded steps cover a step: an active one, even without events, or one with events.
inline bool isRecorded(const TraceStep& step)
{
    return step.phase == StepPhase::Active || step.endEvent > step.firstEvent;
}

/// The recorder's data at the end of a step: new strings (their ids continue those of earlier chunks), and
/// events. Parents, and the events of allocations, count from the first event of this chunk.
struct TraceChunk
{
    std::vector<std::string> newNames;
    std::vector<std::string> newShapes;
    std::vector<TraceThread> newThreads;
    std::vector<TraceDevice> newDevices;
    std::vector<TraceEvent> events;
    std::vector<TraceAllocation> allocations;
    std::vector<TraceDeviceWork> deviceWork; ///< whose events count from the first event of this chunk too
    std::vector<TraceStep> steps; ///< firstEvent and endEvent count from the first event of this chunk
};

/// Recorded events in columns, ordered so that a parent is before its children, and a launcher before its
/// work. Append-only while recording, immutable afterwards. Imported and recorded traces have the same type.
/// A step's events are those that began in it, on any thread or stream; of a data loader's workers, those
/// that ended in it.
class Trace
{
public:
    uint32_t size() const { return static_cast<uint32_t>(startNs.size()); }
    /// The id of the next event that is appended.
    EventId endEvent() const { return EventId(size()); }
    bool empty() const { return startNs.empty(); }

    /// Reserves room for this many more events. Grows by an eighth, because doubling would waste half of the
    /// memory.
    void reserveMore(size_t events);
    /// Appends an event unchanged; its parent counts from the trace's first event.
    void append(const TraceEvent& event);
    /// Appends a chunk and adjusts its indices.
    void append(TraceChunk&& chunk);
    /// Removes the events and steps, with allocations and device work; names, shapes, threads and devices
    /// stay.
    void clearEvents();

    TraceEvent event(EventId index) const;
    /// Null: only the event's time is known.
    const TraceDeviceWork* workOf(EventId event) const;

    StringTable<NameId> names;
    std::vector<std::string> shapes;
    std::vector<TraceThread> threads;
    std::vector<TraceStep> steps;
    std::vector<TraceAllocation> allocations; ///< of each thread in order of time
    std::vector<TraceDevice> devices;
    std::vector<TraceDeviceWork> deviceWork; ///< in increasing order of events
    std::vector<TraceCounter> counters;
    /// The unit of the figures in place of times, in imported profiles that measured something else:
    /// "instructions", "samples", "bytes". Empty: nanoseconds.
    std::string unit;
    /// The number of calls of each event, in imported profiles that kept sums by stack; 0: not known. Empty:
    /// one each.
    std::vector<int64_t> calls;

    std::vector<int64_t> startNs;
    std::vector<int64_t> durationNs;
    std::vector<int64_t> sequence;
    std::vector<NameId> name;
    std::vector<ShapeId> shape;
    std::vector<EventId> parent;
    std::vector<ThreadId> thread;
    std::vector<Pass> pass;
    std::vector<EventKind> kind;
};

} // namespace stepscope
