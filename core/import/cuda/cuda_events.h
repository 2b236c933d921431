#pragma once

#include "core/import/cuda/gpu_occupancy.h"
#include "core/import/events/imported_events.h"
#include "core/import/events/trace_header.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace stepscope {

/// What stands in the tables of NVIDIA's profilers, gathered as the events of which a trace is built. Times
/// are in ns; a row whose times make no sense is left out and counted.
class CudaEvents
{
public:
    explicit CudaEvents(ImportLog& log);

    /// A device's properties; `number` is that of its streams.
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

    /// A call of the runtime or the driver. `link`: by which the work that it launched finds it; 0: none.
    void addCall(const Span& span, const Thread& thread, std::string_view name, int64_t link);
    void addWork(ImportedKind kind, const Span& span, const Stream& stream, std::string_view name,
                 int64_t link, TraceDeviceWork work);
    /// An event of a thread of which nothing is launched. Null: it was left out. Good until the next one.
    ImportedEvent* addRange(const Span& span, const Thread& thread, std::string_view name, ImportedKind kind);

    /// Gives a range that was added without one its end.
    void endRange(uint32_t event, int64_t endNs);

    void nameThread(const Thread& thread, std::string_view name);
    /// A block that was allocated, or freed where `bytes` is negative. `link`: of the call that did.
    void addAllocation(int64_t timeNs, int64_t bytes, uint64_t address, int16_t device, int64_t link);

    uint32_t nameOf(std::string_view text); ///< as ImportedEvent::name
    uint32_t shapeOf(std::string_view list) { return m_texts.shapes.intern(list); }
    std::vector<ImportedEvent>& events() { return m_block.events; }
    ImportLog& log() { return m_log; }
    int64_t lastNs() const { return m_lastNs; }

    /// All that was gathered, with times that count from the first event on; `header` gets the devices and
    /// what the times count from.
    ImportedEvents take(TraceHeader& header);

private:
    bool setTimes(ImportedEvent& event, const Span& span);
    uint32_t trackOf(const Thread& thread);

    ImportLog& m_log;
    ImportedTexts m_texts;
    ImportedBlock m_block;
    std::map<int64_t, GpuLimits> m_limits; ///< by device
    std::vector<TraceDevice> m_devices;
    std::vector<int64_t> m_allocationLinks;               ///< by allocation
    std::unordered_map<int64_t, uint32_t> m_trackOfCalls; ///< of those that allocated
    int64_t m_firstNs = std::numeric_limits<int64_t>::max();
    int64_t m_lastNs = 0;
};

/// "Memcpy HtoD (Pinned -> Device)", as PyTorch's profiler names a copy, by CUPTI's number of its kind.
std::string memcpyName(int64_t copyKind, std::string_view source, std::string_view target);
CopyDirection memcpyDirection(int64_t copyKind);

/// A count as TraceDeviceWork has it: what is negative or too large is not known.
uint32_t countOrNone(int64_t value);

/// What a block has of both kinds of shared memory.
uint32_t sharedBytesOf(int64_t staticBytes, int64_t dynamicBytes);

/// The name of a kernel as its source has it.
std::string demangled(std::string_view name);

} // namespace stepscope
