#pragma once

#include "core/import/cuda/gpu_occupancy.h"
#include "core/import/events/imported_events.h"
#include "core/import/events/trace_header.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace stepscope {

/// Collects the content of NVIDIA profilers' tables as the events from which a trace is built. Times are in
/// ns; a row with invalid times is left out and counted.
class CudaEvents
{
public:
    explicit CudaEvents(ImportLog& log);

    /// Adds a device's properties; `number` is the device number of its streams.
    void addDevice(int64_t number, std::string_view name, int64_t memoryBytes, const GpuLimits& limits);

    struct Span
    {
        std::optional<int64_t> startNs;
        std::optional<int64_t> endNs;
    };
    struct Thread
    {
        int64_t process = 0;
        int64_t thread = 0;
    };
    struct Stream
    {
        int64_t device = 0;
        int64_t stream = 0;
    };

    /// Adds a call of the runtime or the driver. `link` connects it to the work that it launched; 0: none.
    void addCall(const Span& span, const Thread& thread, std::string_view name, int64_t link);
    void addWork(ImportedKind kind, const Span& span, const Stream& stream, std::string_view name,
                 int64_t link, TraceDeviceWork work);
    /// Adds an event of a thread that launches nothing. Null: it was left out. Valid until the next call.
    ImportedEvent* addRange(const Span& span, const Thread& thread, std::string_view name, ImportedKind kind);

    /// Sets the end of a range that was added without one.
    void endRange(ImportedEventId event, int64_t endNs);

    void nameThread(const Thread& thread, std::string_view name);
    /// Adds a block that was allocated or, if `bytes` is negative, freed. `link`: of the call that did it.
    void addAllocation(int64_t timeNs, int64_t bytes, uint64_t address, int16_t device, int64_t link);

    ImportedNameId nameOf(std::string_view text);
    ImportedShapeId shapeOf(std::string_view list) { return m_texts.shapes.intern(list); }
    std::vector<ImportedEvent>& events() { return m_block.events; }
    ImportLog& log() { return m_log; }
    int64_t lastNs() const { return m_lastNs; }

    /// All collected events, with times that count from the first event; `header` gets the devices and the
    /// origin of times.
    ImportedEvents take(TraceHeader& header);

private:
    bool setTimes(ImportedEvent& event, const Span& span);
    ImportedTrackId trackOf(const Thread& thread);

    ImportLog& m_log;
    ImportedTexts m_texts;
    ImportedBlock m_block;
    std::map<int64_t, GpuLimits> m_limits; ///< by device
    std::vector<TraceDevice> m_devices;
    std::vector<int64_t> m_allocationLinks;                      ///< by allocation
    std::unordered_map<int64_t, ImportedTrackId> m_trackOfCalls; ///< of calls that allocated
    int64_t m_firstNs = std::numeric_limits<int64_t>::max();
    int64_t m_lastNs = 0;
};

/// A copy's name as in PyTorch's profiler, "Memcpy HtoD (Pinned -> Device)"; `copyKind` is CUPTI's number.
std::string memcpyName(int64_t copyKind, std::string_view source, std::string_view target);
CopyDirection memcpyDirection(int64_t copyKind);

/// A count as in TraceDeviceWork: a negative or too large one is not known.
uint32_t countOrNone(int64_t value);

/// The sum of a block's static and dynamic shared memory.
uint32_t sharedBytesOf(int64_t staticBytes, int64_t dynamicBytes);

/// The name of a kernel as in its source.
std::string demangled(std::string_view name);

} // namespace stepscope
