#pragma once

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
    Copy, ///< of a batch to the device, after Data; last, for run files hold these numbers
};

inline constexpr size_t passCount = size_t(Pass::Copy) + 1;

const char* passName(Pass pass);

enum class EventKind : uint8_t {
    Operator, ///< an operator or autograd function, or the optimizer's update
    Layer,    ///< a named layer's call; its time is that of the operators in it
    // Of imported traces, and of recorders that see a device. On a host's thread:
    Range,          ///< marked by the program: an annotation, NVTX
    PythonFunction, ///< a call, where the profiler records calls of Python functions
    Runtime,        ///< a call of the device's runtime or driver, which launches work or waits for it
    Overhead,       ///< the profiler's own work
    // On a device's stream:
    Kernel,
    Communication, ///< a kernel that exchanges data between devices, as NCCL's
    MemoryCopy,
    MemorySet,
    Synchronization, ///< a stream that waits
    DeviceRange,     ///< a marked range on the device: it covers work and is none
};

/// Whether a device is busy while such an event lasts.
inline bool isDeviceWork(EventKind kind)
{
    return kind >= EventKind::Kernel && kind <= EventKind::MemorySet;
}

inline constexpr uint32_t noEvent = std::numeric_limits<uint32_t>::max();
inline constexpr uint32_t noShape = std::numeric_limits<uint32_t>::max();

/// One event as the recorder hands it over. Indices are those of the trace it is appended to.
struct TraceEvent
{
    int64_t startNs = 0; ///< monotonic clock
    int64_t durationNs = 0;
    /// Autograd's sequence number, by which a backward event finds its forward one; -1: none. Numbers that
    /// are counted by thread are made unique by the importer.
    int64_t sequence = -1;
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

/// A thread of the host, or a stream of a device.
struct TraceThread
{
    int64_t id = 0; ///< the operating system's thread id, or the stream's number
    std::string name;
    int64_t process =
        0; ///< the operating system's process id, or the rank of one that is distributed; 0: not known
    int16_t device = -1; ///< whose stream it is; -1: a thread of the host

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

/// What is known of an event on a device beyond its time. -1 and 0 where the recorder did not say.
struct TraceDeviceWork
{
    uint32_t event = noEvent;
    /// The event on the host that launched it: the runtime's call, whose parent is the operator; without one
    /// the operator itself.
    uint32_t launcher = noEvent;
    int64_t bytes = -1; ///< copied or set
    CopyDirection direction = CopyDirection::None;
    float occupancy = -1.0F;          ///< achieved as estimated by the recorder, 0 to 1
    float blocksPerProcessor = -1.0F; ///< the grid's blocks / the device's multiprocessors
    float warpsPerProcessor = -1.0F;
    uint32_t grid[3] = {0, 0, 0};  ///< blocks
    uint32_t block[3] = {0, 0, 0}; ///< threads
    uint32_t registers = 0;        ///< per thread
    uint32_t sharedBytes = 0;      ///< per block

    bool operator==(const TraceDeviceWork&) const = default;
};

/// A device whose work is in the trace. 0 where the recorder did not say.
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

    /// Whether it is one of AMD's, whose "compute capability" is of another kind: by its name, or a wavefront
    /// of 64.
    bool isAmd() const
    {
        const auto has = [this](const char* part) { return name.find(part) != std::string::npos; };
        return warpSize == 64 || has("AMD") || has("Radeon") || has("Instinct");
    }
    bool operator==(const TraceDevice&) const = default;
};

/// A figure over time that an imported trace carries.
struct TraceCounter
{
    struct Value
    {
        int64_t timeNs = 0;
        double value = 0.0;
        bool operator==(const Value&) const = default;
    };
    std::string name; ///< "Total Reserved", with its unit where it has one
    int64_t process = 0;
    int16_t device = -1;       ///< -1: the host
    std::vector<Value> values; ///< in the order of time

    bool operator==(const TraceCounter&) const = default;
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

/// Whether figures of recorded steps cover a step: an active one, also where nothing ran in it, or one with
/// events.
inline bool isRecorded(const TraceStep& step)
{
    return step.phase == StepPhase::Active || step.endEvent > step.firstEvent;
}

/// What a recorder hands over at the end of a step: strings seen for the first time (their ids follow on
/// those of the chunks before), and events whose parents count from the first event of this chunk, as do
/// the events of allocations.
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

/// Recorded events in columns, ordered so that a parent stands before its children, and what launches before
/// what is launched. Append-only while recording, immutable after. An imported trace and a recorded one are
/// the same type. A step's events are those that began in it, on whichever thread or stream.
class Trace
{
public:
    uint32_t size() const { return static_cast<uint32_t>(startNs.size()); }
    bool empty() const { return startNs.empty(); }

    /// Makes room for so many more events. It grows by an eighth, for half of the memory would be empty else.
    void reserveMore(size_t events);
    /// Appends an event as it is; its parent counts from the trace's first event.
    void append(const TraceEvent& event);
    /// Appends a chunk, moving its indices behind what is there.
    void append(TraceChunk&& chunk);
    /// Removes the events and steps, with allocations and device work; names, shapes, threads and devices
    /// stay.
    void clearEvents();

    TraceEvent event(uint32_t index) const;
    /// Null: nothing more is known of the event than its time.
    const TraceDeviceWork* workOf(uint32_t event) const;

    StringTable names;
    std::vector<std::string> shapes;
    std::vector<TraceThread> threads;
    std::vector<TraceStep> steps;
    std::vector<TraceAllocation> allocations; ///< of each thread in the order of time
    std::vector<TraceDevice> devices;
    std::vector<TraceDeviceWork> deviceWork; ///< by rising event
    std::vector<TraceCounter> counters;
    /// Of the figures that stand for times, in imported profiles that measured something else:
    /// "instructions", "samples", "bytes". Empty: nanoseconds.
    std::string unit;
    /// How many calls each event stands for, in imported profiles that kept sums by stack; 0: not known.
    /// Empty: one each.
    std::vector<int64_t> calls;

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
