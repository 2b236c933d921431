#pragma once

#include "core/import/shared/import_log.h"
#include "core/import/shared/text_pool.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

// The events of an imported trace of any format, before they are joined into a Trace. Ids of names, shapes
// and tracks are those of the ImportedTexts of the thread that read them; ImportedEventList replaces them by
// its own.

namespace stepscope {

using ImportedNameId = Id<struct NameOfImport>;
using ImportedShapeId = Id<struct ShapeOfImport>;
using ImportedTrackId = Id<struct TrackOfImport>;
using ImportedTrackNameId = Id<struct TrackNameOfImport>;
/// Index of an event in a block or in the list.
using ImportedEventId = Id<struct EventOfImport>;
/// For operators a shape, for others an index in the block's work.
using ImportedDetailId = Id<struct DetailOfImport>;

/// The pass of an event whose file names none.
inline constexpr uint8_t noPass = 0xFF;

/// The value, clamped to the range of `Value`.
template<typename Value>
Value within(int64_t value)
{
    return Value(
        std::clamp<int64_t>(value, std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()));
}

/// The kind of an event according to the file. Unknown is resolved once the writer of the file is known.
enum class ImportedKind : uint8_t {
    Operator,
    Annotation,
    Python,
    Runtime,
    Overhead,
    Kernel,
    MemoryCopy,
    MemorySet,
    Synchronization,
    DeviceAnnotation,
    Instant,
    ProfilerSpan, ///< the time during which the profiler ran
    Unknown,
};

inline bool isOnDevice(ImportedKind kind)
{
    return kind >= ImportedKind::Kernel && kind <= ImportedKind::DeviceAnnotation;
}

/// A process and a thread as in the file: a number, or a text of this file that is not a number.
struct ImportedTrack
{
    int64_t process = 0;
    int64_t thread = 0;
    bool isStream = false; ///< then process is the device and thread the stream
    bool processIsText = false;
    bool threadIsText = false;

    bool operator==(const ImportedTrack&) const = default;
};

struct ImportedEvent
{
    int64_t startNs = 0; ///< as in the file, without baseTimeNanoseconds
    int64_t durationNs = 0;
    int64_t link = 0; ///< for operators the sequence number, -1: none; for others the correlation, 0: none
    ImportedNameId name;
    ImportedTrackId track;
    uint32_t externalId = 0; ///< 0: none; for Python functions their own id
    ImportedDetailId detail;
    int32_t forwardThread = 0;
    ImportedKind kind = ImportedKind::Unknown;
    uint8_t pass = noPass; ///< a Pass, if the file names it
};

/// What a file written by Stepscope says about an event in addition, so that it can be restored; see
/// writeChromeTrace(). Not checked.
struct OwnEvent
{
    int64_t kind = none;   ///< an EventKind; `step`: a step
    int64_t thread = 0;    ///< index in the trace; for a step, its StepPhase
    int64_t parent = -1;   ///< index of an event, -1: none; for a step, of its first event
    int64_t launcher = -1; ///< the same; for a step, of the event after its last

    static constexpr int64_t step = -1;
    static constexpr int64_t none = -2; ///< another program wrote the event
};

/// TraceDeviceWork as written, with the device and stream from the arguments.
struct ImportedWork
{
    TraceDeviceWork work;
    bool isStreamKnown = false;
};

struct ImportedAllocation
{
    int64_t timeNs = 0;
    int64_t bytes = 0;
    uint64_t address = 0;
    int64_t totalAllocated = -1; ///< -1: not known
    int64_t totalReserved = -1;
    ImportedTrackId track;
    int16_t device = -1;
    int64_t ownThread = -1; ///< index in the trace, if Stepscope wrote the file
    int64_t ownEvent = -1;
};

struct ImportedCounterValue
{
    int64_t timeNs = 0;
    double value = 0.0;
    ImportedNameId name;
    ImportedNameId series;
    ImportedTrackId track;
};

/// A begin or end event of a pair.
struct ImportedPart
{
    ImportedEvent event;
    bool isEnd = false;
};

/// "process_name", "thread_name" and the like.
struct ImportedName
{
    enum class Of : uint8_t { Process, ProcessLabel, Thread } of = Of::Process;
    ImportedTrackId track;
    ImportedNameId name;
};

/// The events of a part of a file.
struct ImportedBlock
{
    std::vector<ImportedEvent> events;
    std::vector<OwnEvent> own; ///< of each event, if Stepscope wrote all of them
    std::vector<ImportedWork> work;
    std::vector<ImportedAllocation> allocations;
    std::vector<ImportedCounterValue> counters;
    std::vector<ImportedPart> parts;
    std::vector<ImportedName> names;
    std::vector<ImportedEventId> steps; ///< once their names are known: the events named "ProfilerStep#5"
    ImportLog log;
    bool hasDecimals = false; ///< whether times have decimals
    int reader = 0;           ///< to whose ImportedTexts the ids refer
};

/// The names, shapes and tracks that one reading thread has found.
struct ImportedTexts
{
    TextPool<ImportedNameId> names;
    TextPool<ImportedShapeId> shapes; ///< the lists as in the file
    TextPool<ImportedTrackNameId> trackNames;
    std::vector<ImportedTrack> tracks;

    ImportedTrackId trackOf(const ImportedTrack& track);

private:
    struct HashOfTrack
    {
        size_t operator()(const ImportedTrack& track) const;
    };

    std::unordered_map<ImportedTrack, ImportedTrackId, HashOfTrack> m_trackOf;
};

/// All events read, in blocks, in the order of the file.
struct ImportedEvents
{
    std::vector<ImportedBlock> blocks;
    std::vector<ImportedTexts> texts; ///< by ImportedBlock::reader
};

} // namespace stepscope
