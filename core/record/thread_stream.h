#pragma once

#include "core/record/forward_graph.h"
#include "core/record/native_passes.h"
#include "core/record/probe_clock.h"
#include "core/record/program_mark.h"
#include "core/record/program_names.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

/// An event of a thread that does not belong to a step yet.
struct StreamEvent
{
    static constexpr uint64_t none = ~uint64_t(0);

    int64_t startNs = 0;
    int64_t durationNs = -1; ///< -1: it has not ended
    int64_t sequence = -1;
    uint64_t parent = none; ///< its number among all events of the thread
    uint64_t layer = 0;     ///< id of the layer's module, whose name may arrive later
    NameId name{0};
    ShapeId shape = noShape;
    Pass pass = Pass::Other;
    EventKind kind = EventKind::Operator;
    bool isLost = false; ///< the end is missing
};

/// A range that continues after the step in which it started. A call of a Python function is shown in each
/// step that it covers; other ranges are only kept for the nesting of calls.
struct LongCall
{
    uint64_t event = 0; ///< number of the event
    int64_t startNs = 0;
    int64_t endNs = std::numeric_limits<int64_t>::max(); ///< maximum: it has not ended
    uint64_t parent = StreamEvent::none;
    NameId name{0};
    bool isShown = true;
};

/// A block of memory that was allocated, or freed if `bytes` is negative.
struct StreamAllocation
{
    int64_t ns = 0;
    int64_t bytes = 0;
    uint64_t address = 0;
    uint64_t event = StreamEvent::none; ///< number of the innermost open event
    int16_t device = -1;                ///< as in TraceAllocation
};

/// Converts the records of one thread of a program to events.
class ThreadStream
{
public:
    /// `isPython`: layers and calls of backward are recorded, so that passes need not be derived from
    /// operators.
    ThreadStream(ProgramNames& names, ProbeClock& clock, bool isPython = false);

    /// Reads records. Returns false if they are invalid: no further records can be read.
    bool take(std::span<const uint64_t> words, std::vector<ProgramMark>& marks);

    /// Events that wait for their step, sorted by start; the first has the number firstEvent().
    std::span<const StreamEvent> events() const { return m_events; }
    uint64_t firstEvent() const { return m_firstEvent; }
    /// Blocks that were allocated and freed, sorted by time.
    std::span<const StreamAllocation> allocations() const { return m_allocations; }
    /// Removes the first `count` events, which started before `endNs`, the allocations before `endNs`, and
    /// the long calls that ended by then.
    void forget(size_t count, int64_t endNs);
    /// The calls that started earlier, sorted by start.
    std::span<const LongCall> longCalls() const { return m_longCalls; }

    /// The operators of followed forward passes that started until `ns`. nullopt: there were too many to
    /// keep.
    std::optional<std::vector<FollowedOperator>> takeFollowed(int64_t ns);

    /// Number of records that the program could not write.
    int64_t missing() const { return m_missing; }
    /// Calls of Python functions that were left out because too many events waited for the end of their step.
    int64_t leftOutCalls() const { return m_leftOutCalls; }
    /// Allocations that were left out for the same reason.
    int64_t leftOutAllocations() const { return m_leftOutAllocations; }
    static constexpr size_t mostWaiting = 2'000'000;

private:
    struct Frame
    {
        uint64_t event = StreamEvent::none;
        uint64_t layer = 0;
        NameId name{0};
        RangeRole role = RangeRole::None;
        Pass pass = Pass::Other;
        bool isBackward = false;
        bool isNetwork = false; ///< the outermost layer
    };
    struct Name
    {
        NameId id{0};
        RangeRole role = RangeRole::None;
    };

    bool takeTensors(std::span<const uint64_t> words);
    void allocate(std::span<const uint64_t> words);
    uint64_t innermostEvent() const;
    bool takeRecord(std::span<const uint64_t> words, std::vector<ProgramMark>& marks);
    void enter(probe::RecordType type, std::span<const uint64_t> words, std::vector<ProgramMark>& marks);
    void exit(int64_t ns, std::vector<ProgramMark>& marks);
    void exitAround(size_t depth, int64_t ns, std::vector<ProgramMark>& marks);
    void endRange(const Frame& frame, int64_t ns, std::vector<ProgramMark>& marks);
    LongCall* longCall(uint64_t event);
    StreamEvent* waitingEvent(uint64_t event);
    void endOpenRanges(size_t left, int64_t ns, std::vector<ProgramMark>& marks);
    void followPython(int64_t ns, std::vector<ProgramMark>& marks);
    Pass passOf(const Frame& frame) const;
    /// Call it when an outermost operator of a program without Python starts.
    void markNative(bool isBackward, int64_t sequence, int64_t ns, std::vector<ProgramMark>& marks);

    ProgramNames& m_names;
    ProbeClock& m_clock;
    std::vector<Name> m_nameOf;     ///< by the thread's ids
    std::vector<ShapeId> m_shapeOf; ///< likewise
    std::vector<Frame> m_open;
    std::vector<StreamEvent> m_events;
    std::vector<LongCall> m_longCalls;
    std::vector<StreamAllocation> m_allocations;
    uint64_t m_firstEvent = 0;
    int64_t m_forgottenNs = 0; ///< events before this time have been removed
    int m_layers = 0;          ///< number of open layers
    int m_fetches = 0;         ///< number of open data fetches
    int m_updates = 0;         ///< likewise
    int m_backward = 0;        ///< number of open calls of backward
    bool m_isPython = false;
    bool m_wentForward = false; ///< since the last backward pass or update
    NativePasses m_native;      ///< passes of a program without Python
    std::vector<FollowedOperator> m_followed;
    size_t m_followedWords = 0; ///< number of words of these operators
    int64_t m_missing = 0;
    int64_t m_leftOutCalls = 0;
    int64_t m_leftOutAllocations = 0;
    int64_t m_lastNs = 0; ///< last start or end of a range
};

} // namespace stepscope
