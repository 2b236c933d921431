#include "core/import/cuda/nvprof_tables.h"

#include "core/import/cuda/cuda_call_names.h"
#include "core/import/cuda/gpu_table.h"

#include <algorithm>
#include <span>

namespace stepscope {

namespace {

constexpr std::string_view nvprofKernelTable = "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL";
constexpr std::string_view serialKernelTable = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr std::string_view nvprofCopyTable = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr std::string_view peerCopyTable = "CUPTI_ACTIVITY_KIND_MEMCPY2";
constexpr std::string_view nvprofSetTable = "CUPTI_ACTIVITY_KIND_MEMSET";
constexpr std::string_view nvprofRuntimeTable = "CUPTI_ACTIVITY_KIND_RUNTIME";
constexpr std::string_view nvprofDriverTable = "CUPTI_ACTIVITY_KIND_DRIVER";
constexpr std::string_view markerTable = "CUPTI_ACTIVITY_KIND_MARKER";

constexpr int64_t threadObject = 2; // CUPTI_ACTIVITY_OBJECT_THREAD
constexpr int64_t nvprofIdMask = 0xFFFFFFFF;

/// CUpti_ActivityObjectKindId: the process and thread numbers, 4 bytes each.
CudaEvents::Thread threadOf(std::span<const std::byte> object)
{
    uint32_t ids[2] = {0, 0};
    std::ranges::copy(object.first(std::min(object.size(), sizeof ids)),
                      std::as_writable_bytes(std::span(ids)).begin());
    return {.process = ids[0], .thread = ids[1]};
}

/// CUpti_ActivityMemoryKind.
std::string_view memoryKindName(int64_t kind)
{
    static constexpr std::string_view names[] = {"",      "Pageable", "Pinned",        "Device",
                                                 "Array", "Managed",  "Device Static", "Managed Static"};
    return kind > 0 && kind < int64_t(std::size(names)) ? names[kind] : std::string_view();
}

/// The link by the runtime's call, if the file distinguishes it from the driver's.
int64_t linkOf(const ImportRows& rows, size_t runtime, size_t driver)
{
    const int64_t link = rows.integer(runtime, 0);
    return std::max<int64_t>(link > 0 ? link : rows.integer(driver, 0), 0);
}

} // namespace

bool isNvprofFile(const ImportTables& tables)
{
    const bool hasEvents = std::ranges::any_of(
        std::initializer_list<std::string_view>{nvprofKernelTable, serialKernelTable, nvprofCopyTable,
                                                nvprofRuntimeTable, nvprofDriverTable, markerTable},
        [&](std::string_view table) { return tables.has(table); });
    return hasEvents && (tables.has("StringTable") || tables.has(nvprofKernelTable));
}

bool NvprofTables::read()
{
    m_tables.expect({nvprofKernelTable, serialKernelTable, nvprofCopyTable, peerCopyTable, nvprofSetTable,
                     nvprofRuntimeTable, nvprofDriverTable, markerTable});
    readDevices();
    readThreadNames();
    readCalls(nvprofRuntimeTable, false); // first, because the driver's can have the same numbers
    readCalls(nvprofDriverTable, true);
    readKernels(nvprofKernelTable);
    readKernels(serialKernelTable);
    readCopies(nvprofCopyTable);
    readCopies(peerCopyTable);
    readSets();
    return readMarkers();
}

void NvprofTables::readDevices()
{
    ImportRows rows = gpuRows(m_tables, "CUPTI_ACTIVITY_KIND_DEVICE");
    while (rows.next())
        m_events.addDevice(rows.integer(GpuColumn::Number, -1), m_strings.of(rows, GpuColumn::Name),
                           rows.integer(GpuColumn::MemoryBytes, 0), gpuLimitsIn(rows));
}

void NvprofTables::readThreadNames()
{
    ImportRows rows(m_tables, "CUPTI_ACTIVITY_KIND_NAME", {"objectKind", "objectId", "name"});
    while (rows.next()) {
        const std::string_view name = m_strings.of(rows, 2);
        if (rows.integer(0, 0) == threadObject && !name.empty())
            m_events.nameThread(threadOf(rows.blob(1)), name);
    }
}

void NvprofTables::readCalls(std::string_view table, bool isDriver)
{
    enum { Start, End, Process, Thread, Correlation, Number };
    ImportRows rows(m_tables, table, {"start", "end", "processId", "threadId", "correlationId", "cbid"});
    while (rows.next()) {
        const int64_t number = rows.integer(Number, 0);
        m_events.addCall({rows.integer(Start), rows.integer(End)},
                         {.process = rows.integer(Process, 0) & nvprofIdMask,
                          .thread = rows.integer(Thread, 0) & nvprofIdMask},
                         isDriver ? cudaDriverCallName(number) : cudaRuntimeCallName(number),
                         std::max<int64_t>(rows.integer(Correlation, 0), 0));
    }
}

const std::string& NvprofTables::kernelName(const ImportRows& rows, size_t column)
{
    auto& name = m_kernelNames[rows.integer(column, -1)];
    if (name.empty() || rows.isText(column))
        name = demangled(m_strings.of(rows, column));
    return name;
}

void NvprofTables::readKernels(std::string_view table)
{
    enum {
        Start,
        End,
        Device,
        Stream,
        Runtime,
        Correlation,
        Name,
        Registers,
        GridX,
        GridY,
        GridZ,
        BlockX,
        BlockY,
        BlockZ,
        Static,
        Dynamic
    };
    ImportRows rows(m_tables, table,
                    {"start", "end", "deviceId", "streamId", "runtimeCorrelationId", "correlationId", "name",
                     "registersPerThread", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ",
                     "staticSharedMemory", "dynamicSharedMemory"});
    const auto count = [&rows](size_t column) { return countOrNone(rows.integer(column, 0)); };
    while (rows.next()) {
        TraceDeviceWork work{.grid = {count(GridX), count(GridY), count(GridZ)},
                             .block = {count(BlockX), count(BlockY), count(BlockZ)},
                             .registers = count(Registers)};
        work.sharedBytes = sharedBytesOf(rows.integer(Static, 0), rows.integer(Dynamic, 0));
        m_events.addWork(ImportedKind::Kernel, {rows.integer(Start), rows.integer(End)},
                         {.device = rows.integer(Device, -1), .stream = rows.integer(Stream, 0)},
                         kernelName(rows, Name), linkOf(rows, Runtime, Correlation), work);
    }
}

void NvprofTables::readCopies(std::string_view table)
{
    enum { Start, End, Device, Stream, Runtime, Correlation, Bytes, Kind, Source, Target };
    ImportRows rows(m_tables, table,
                    {"start", "end", "deviceId", "streamId", "runtimeCorrelationId", "correlationId", "bytes",
                     "copyKind", "srcKind", "dstKind"});
    while (rows.next()) {
        const int64_t kind = rows.integer(Kind, 0);
        m_events.addWork(
            ImportedKind::MemoryCopy, {rows.integer(Start), rows.integer(End)},
            {.device = rows.integer(Device, -1), .stream = rows.integer(Stream, 0)},
            memcpyName(kind, memoryKindName(rows.integer(Source, 0)),
                       memoryKindName(rows.integer(Target, 0))),
            linkOf(rows, Runtime, Correlation),
            {.bytes = std::max<int64_t>(rows.integer(Bytes, -1), -1), .direction = memcpyDirection(kind)});
    }
}

void NvprofTables::readSets()
{
    enum { Start, End, Device, Stream, Runtime, Correlation, Bytes, Kind };
    ImportRows rows(m_tables, nvprofSetTable,
                    {"start", "end", "deviceId", "streamId", "runtimeCorrelationId", "correlationId", "bytes",
                     "memoryKind"});
    while (rows.next()) {
        const std::string_view kind = memoryKindName(rows.integer(Kind, 0));
        m_events.addWork(ImportedKind::MemorySet, {rows.integer(Start), rows.integer(End)},
                         {.device = rows.integer(Device, -1), .stream = rows.integer(Stream, 0)},
                         kind.empty() ? "Memset" : "Memset (" + std::string(kind) + ")",
                         linkOf(rows, Runtime, Correlation),
                         {.bytes = std::max<int64_t>(rows.integer(Bytes, -1), -1)});
    }
}

/// A range consists of two rows with the same id; the first has the name.
bool NvprofTables::readMarkers()
{
    enum { Flags, Time, Id, Kind, Object, Name };
    constexpr int64_t starts = 2; // CUPTI_ACTIVITY_FLAG_MARKER_START
    constexpr int64_t ends = 4;
    ImportRows rows(m_tables, markerTable, {"flags", "timestamp", "id", "objectKind", "objectId", "name"});
    NvtxRanges ranges(m_events);
    std::unordered_map<int64_t, ImportedEventId> open;
    while (rows.next()) {
        const int64_t flags = rows.integer(Flags, 0);
        const auto time = rows.integer(Time);
        const int64_t id = rows.integer(Id, 0);
        if ((flags & (starts | ends)) == 0) {
            m_events.log().count(ImportIssue::OtherPhases);
        } else if ((flags & starts) != 0) {
            const ImportedEventId event =
                ranges.add({.startNs = time, .endNs = {}}, threadOf(rows.blob(Object)),
                           m_strings.of(rows, Name), rows.integer(Kind, threadObject) == threadObject);
            if (!event.isNone())
                open[id] = event;
        } else if (const auto begun = open.find(id); begun != open.end() && time) {
            ranges.end(begun->second, *time);
            open.erase(begun);
        } else {
            m_events.log().count(ImportIssue::EndsWithoutBegin);
        }
    }
    return ranges.finish();
}

} // namespace stepscope
