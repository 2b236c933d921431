#include "core/import/cuda/nsight_tables.h"

#include "core/base/text/format.h"
#include "core/import/cuda/cuda_call_names.h"
#include "core/import/cuda/gpu_table.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

namespace {

constexpr std::string_view kernelTable = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr std::string_view graphTable = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
constexpr std::string_view copyTable = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr std::string_view setTable = "CUPTI_ACTIVITY_KIND_MEMSET";
constexpr std::string_view runtimeTable = "CUPTI_ACTIVITY_KIND_RUNTIME";
constexpr std::string_view driverTable = "CUPTI_ACTIVITY_KIND_DRIVER";
constexpr std::string_view synchronizationTable = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
constexpr std::string_view rangeTable = "NVTX_EVENTS";
constexpr std::string_view systemTable = "OSRT_API";
constexpr std::string_view memoryTable = "CUDA_GPU_MEMORY_USAGE_EVENTS";

constexpr int64_t idMask = 0xFFFFFF;

/// A thread's GlobalId has the process's number above the thread's; a process's has no thread.
CudaEvents::Thread threadOf(int64_t globalId)
{
    return {.process = globalId >> 24 & idMask, .thread = globalId & idMask};
}

} // namespace

bool isNsightExport(const ImportTables& tables)
{
    return std::ranges::any_of(std::initializer_list<std::string_view>{kernelTable, copyTable, setTable,
                                                                       runtimeTable, rangeTable, systemTable},
                               [&](std::string_view table) { return tables.has(table); });
}

NsightTables::NsightTables(ImportTables& tables, CudaEvents& events)
    : m_tables(tables)
    , m_events(events)
    , m_strings(tables, "StringIds", "id")
    , m_tellsProcesses(std::ranges::all_of(
          std::initializer_list<std::string_view>{kernelTable, copyTable, setTable},
          [&](auto table) { return !tables.has(table) || tables.hasColumn(table, "globalPid"); }))
{
}

/// The number that connects calls with what they launched; 0: none.
int64_t NsightTables::linkOf(int64_t globalId, int64_t correlation) const
{
    const int64_t process = m_tellsProcesses ? threadOf(globalId).process : 0;
    return correlation > 0 ? process << 32 | (correlation & 0xFFFFFFFF) : 0;
}

bool NsightTables::read()
{
    m_tables.expect({kernelTable, graphTable, copyTable, setTable, runtimeTable, driverTable,
                     synchronizationTable, rangeTable, systemTable, memoryTable});
    ImportRows kinds(m_tables, "ENUM_CUDA_MEM_KIND", {"id", "label"});
    while (kinds.next())
        m_memoryKinds.try_emplace(kinds.integer(0, -1), kinds.text(1));
    readDevices();
    readThreadNames();
    readMemoryUsage(); // before the calls, some of which it needs
    readCalls(runtimeTable);
    readCalls(driverTable);
    readKernels();
    readGraphs();
    readCopies();
    readSets();
    readSynchronizations();
    readSystemCalls();
    const bool hasOperators = readRanges();
    tellOthers();
    return hasOperators;
}

int64_t NsightTables::sessionUnixNs()
{
    ImportRows rows(m_tables, "TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"});
    return rows.next() ? rows.integer(0, 0) : 0;
}

/// A process can see the machine's devices under other numbers: newer files map them.
void NsightTables::readDevices()
{
    std::map<int64_t, int64_t> processors;
    ImportRows seen(m_tables, "TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid", "numMultiprocessors"});
    while (seen.next()) {
        const auto gpu = seen.integer(0);
        const auto number = seen.integer(1);
        if (!gpu || !number)
            continue;
        m_devices[{seen.integer(2, 0) & idMask, *number}] = *gpu;
        processors[*gpu] = seen.integer(3, 0);
    }
    const std::string_view table =
        m_tables.has("TARGET_INFO_GPU") ? "TARGET_INFO_GPU" : "TARGET_INFO_CUDA_GPU";
    ImportRows rows = gpuRows(m_tables, table);
    while (rows.next()) {
        const int64_t number = rows.integer(GpuColumn::Number, -1);
        GpuLimits limits = gpuLimitsIn(rows);
        if (limits.processors <= 0)
            limits.processors = processors[number];
        m_events.addDevice(number, m_strings.of(rows, GpuColumn::Name),
                           rows.integer(GpuColumn::MemoryBytes, 0), limits);
    }
}

int64_t NsightTables::deviceOf(int64_t process, int64_t number) const
{
    const auto seen = m_devices.find({process, number});
    return seen == m_devices.end() ? number : seen->second;
}

CudaEvents::Stream NsightTables::streamOf(const ImportRows& rows, size_t device, size_t stream,
                                          size_t process) const
{
    const int64_t number = rows.integer(device, rows.has(device) ? -1 : 0);
    return {.device = deviceOf(threadOf(rows.integer(process, 0)).process, number),
            .stream = rows.integer(stream, 0)};
}

std::string_view NsightTables::memoryKind(const ImportRows& rows, size_t column) const
{
    const auto kind = m_memoryKinds.find(rows.integer(column, -1));
    return kind == m_memoryKinds.end() ? std::string_view() : std::string_view(kind->second);
}

void NsightTables::readThreadNames()
{
    ImportRows rows(m_tables, "ThreadNames", {"nameId", "globalTid"});
    while (rows.next()) {
        const auto thread = rows.integer(1);
        const std::string_view name = m_strings.of(rows, 0);
        if (thread && !name.empty())
            m_events.nameThread(threadOf(*thread), name);
    }
}

void NsightTables::readMemoryUsage()
{
    enum { Start, Process, Device, Address, Bytes, Kind, Operation, Correlation };
    ImportRows rows(m_tables, memoryTable,
                    {"start", "globalPid", "deviceId", "address", "bytes", "memKind", "memoryOperationType",
                     "correlationId"});
    while (rows.next()) {
        const auto start = rows.integer(Start);
        const auto bytes = rows.integer(Bytes);
        const auto operation = rows.integer(Operation);
        const int64_t process = rows.integer(Process, 0);
        const int64_t device = deviceOf(threadOf(process).process, rows.integer(Device, -1));
        const bool isKnown =
            start && bytes && *bytes >= 0 && operation && (*operation == 0 || *operation == 1);
        if (!isKnown || device < 0 || device > std::numeric_limits<int16_t>::max()) {
            m_events.log().count(ImportIssue::UnreadableEvents);
            continue;
        }
        const std::string_view kind = memoryKind(rows, Kind);
        const bool isHost = kind == "Pageable" || kind == "Pinned";
        m_events.addAllocation(*start, *operation == 0 ? *bytes : -*bytes, uint64_t(rows.integer(Address, 0)),
                               isHost ? int16_t(-1) : int16_t(device),
                               linkOf(process, rows.integer(Correlation, 0)));
    }
}

void NsightTables::readCalls(std::string_view table)
{
    enum { Start, End, Thread, Correlation, Name };
    ImportRows rows(m_tables, table, {"start", "end", "globalTid", "correlationId", "nameId|name"});
    while (rows.next()) {
        const int64_t thread = rows.integer(Thread, 0);
        m_events.addCall({rows.integer(Start), rows.integer(End)}, threadOf(thread),
                         plainCudaName(m_strings.of(rows, Name)),
                         linkOf(thread, rows.integer(Correlation, 0)));
    }
}

void NsightTables::readKernels()
{
    enum {
        Start,
        End,
        Device,
        Stream,
        Correlation,
        Process,
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
    ImportRows rows(m_tables, kernelTable,
                    {"start", "end", "deviceId", "streamId", "correlationId", "globalPid",
                     "demangledName|shortName|mangledName|name", "registersPerThread", "gridX", "gridY",
                     "gridZ", "blockX", "blockY", "blockZ", "staticSharedMemory", "dynamicSharedMemory"});
    const auto count = [&rows](size_t column) { return countOrNone(rows.integer(column, 0)); };
    while (rows.next()) {
        TraceDeviceWork work{.grid = {count(GridX), count(GridY), count(GridZ)},
                             .block = {count(BlockX), count(BlockY), count(BlockZ)},
                             .registers = count(Registers)};
        work.sharedBytes = sharedBytesOf(rows.integer(Static, 0), rows.integer(Dynamic, 0));
        const int64_t process = rows.integer(Process, 0);
        m_events.addWork(ImportedKind::Kernel, {rows.integer(Start), rows.integer(End)},
                         streamOf(rows, Device, Stream, Process), demangled(m_strings.of(rows, Name)),
                         linkOf(process, rows.integer(Correlation, 0)), work);
    }
}

/// A CUDA graph recorded as a whole: its kernels are not known.
void NsightTables::readGraphs()
{
    enum { Start, End, Device, Stream, Correlation, Process, Graph };
    ImportRows rows(m_tables, graphTable,
                    {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "graphId"});
    while (rows.next())
        m_events.addWork(ImportedKind::Kernel, {rows.integer(Start), rows.integer(End)},
                         streamOf(rows, Device, Stream, Process),
                         fmt::format("CUDA graph {}", rows.integer(Graph, 0)),
                         linkOf(rows.integer(Process, 0), rows.integer(Correlation, 0)), {});
}

void NsightTables::readCopies()
{
    enum { Start, End, Device, Stream, Correlation, Process, Bytes, Kind, Source, Target };
    ImportRows rows(m_tables, copyTable,
                    {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "bytes",
                     "copyKind", "srcKind", "dstKind"});
    while (rows.next()) {
        const int64_t kind = rows.integer(Kind, 0);
        m_events.addWork(
            ImportedKind::MemoryCopy, {rows.integer(Start), rows.integer(End)},
            streamOf(rows, Device, Stream, Process),
            memcpyName(kind, memoryKind(rows, Source), memoryKind(rows, Target)),
            linkOf(rows.integer(Process, 0), rows.integer(Correlation, 0)),
            {.bytes = std::max<int64_t>(rows.integer(Bytes, -1), -1), .direction = memcpyDirection(kind)});
    }
}

void NsightTables::readSets()
{
    enum { Start, End, Device, Stream, Correlation, Process, Bytes, Kind };
    ImportRows rows(
        m_tables, setTable,
        {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "bytes", "memKind"});
    while (rows.next()) {
        const std::string_view kind = memoryKind(rows, Kind);
        m_events.addWork(ImportedKind::MemorySet, {rows.integer(Start), rows.integer(End)},
                         streamOf(rows, Device, Stream, Process),
                         kind.empty() ? "Memset" : fmt::format("Memset ({})", kind),
                         linkOf(rows.integer(Process, 0), rows.integer(Correlation, 0)),
                         {.bytes = std::max<int64_t>(rows.integer(Bytes, -1), -1)});
    }
}

/// Only waiting streams: waits of the host are among its calls.
void NsightTables::readSynchronizations()
{
    enum { Start, End, Device, Stream, Correlation, Process, Type };
    ImportRows rows(m_tables, synchronizationTable,
                    {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "syncType"});
    constexpr int64_t streamWaitsForEvent = 2; // CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT
    while (rows.next()) {
        if (rows.integer(Type, 0) == streamWaitsForEvent)
            m_events.addWork(ImportedKind::Synchronization, {rows.integer(Start), rows.integer(End)},
                             streamOf(rows, Device, Stream, Process), "Stream wait event",
                             linkOf(rows.integer(Process, 0), rows.integer(Correlation, 0)), {});
    }
}

bool NsightTables::readRanges()
{
    enum { Start, End, Type, Text, TextId, Thread };
    constexpr int64_t pushPop = 59; // ENUM_NSYS_EVENT_TYPE: NvtxPushPopRange
    constexpr int64_t startEnd = 60;
    ImportRows rows(m_tables, rangeTable, {"start", "end", "eventType", "text", "textId", "globalTid"});
    NvtxRanges ranges(m_events);
    while (rows.next()) {
        const int64_t type = rows.integer(Type, pushPop);
        if (type != pushPop && type != startEnd) { // marks, and names of domains, categories and threads
            m_events.log().count(ImportIssue::OtherPhases, type == 34);
            continue;
        }
        const auto start = rows.integer(Start);
        auto end = rows.integer(End);
        if (end && start && *end < *start && (*end == 0 || *end == -1)) // "none" in older files
            end.reset();
        std::string_view text = rows.text(Text);
        if (text.empty())
            text = m_strings.of(rows, TextId);
        ranges.add({start, end}, threadOf(rows.integer(Thread, 0)), text, type == pushPop);
    }
    return ranges.finish();
}

void NsightTables::readSystemCalls()
{
    enum { Start, End, Thread, Name };
    ImportRows rows(m_tables, systemTable, {"start", "end", "globalTid", "nameId|name"});
    while (rows.next())
        m_events.addRange({rows.integer(Start), rows.integer(End)}, threadOf(rows.integer(Thread, 0)),
                          m_strings.of(rows, Name), ImportedKind::Annotation);
}

void NsightTables::tellOthers()
{
    std::string list;
    for (const char* table : {"COMPOSITE_EVENTS", "SCHED_EVENTS", "GENERIC_EVENTS", "GPU_METRICS"}) {
        if (const int64_t rows = m_tables.rowsOf(table); rows > 0)
            list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", table, formatCount(rows));
    }
    if (!list.empty())
        m_events.log().find(translated("Tables that are not shown, with their numbers of rows: {tables}.",
                                       {{"tables", list}}));
}

} // namespace stepscope
