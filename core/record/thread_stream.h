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

/// An event of a thread that is not yet part of a step.
struct StreamEvent
{
    static constexpr uint64_t none = ~uint64_t(0);

    int64_t startNs = 0;
    int64_t durationNs = -1; ///< -1: it has not ended
    int64_t sequence = -1;
    uint64_t parent = none; ///< number among all events of the thread
    uint64_t layer = 0;     ///< id of a layer's module, whose name may come later
    uint32_t name = 0;
    uint32_t shape = noShape;
    Pass pass = Pass::Other;
    EventKind kind = EventKind::Operator;
    bool isLost = false; ///< its end is missing
};

/// A range that goes on after the step in which it began. Of a call of a Python function each step that it
/// covers shows its part; others only tell which call is around which.
struct LongCall
{
    uint64_t event = 0; ///< its number
    int64_t startNs = 0;
    int64_t endNs = std::numeric_limits<int64_t>::max(); ///< the latest: it has not ended
    uint64_t parent = StreamEvent::none;
    uint32_t name = 0;
    bool isShown = true;
};

/// A block of memory that was allocated, or freed with negative bytes.
struct StreamAllocation
{
    int64_t ns = 0;
    int64_t bytes = 0;
    uint64_t address = 0;
    uint64_t event = StreamEvent::none; ///< number of the innermost one that was open
    int16_t device = -1;                ///< as in TraceAllocation
};

/// Makes events of what one thread of a program has recorded.
class ThreadStream
{
public:
    /// `isPython`: layers and calls of backward are recorded, so that operators need not tell.
    ThreadStream(ProgramNames& names, ProbeClock& clock, bool isPython = false);

    /// Takes records in. Returns false when they are not what a probe writes: no further ones can be read.
    bool take(std::span<const uint64_t> words, std::vector<ProgramMark>& marks);

    /// Events that wait for their step, in the order of their starts; the first has the number firstEvent().
    std::span<const StreamEvent> events() const { return m_events; }
    uint64_t firstEvent() const { return m_firstEvent; }
    /// Blocks that were allocated and freed, in the order of time.
    std::span<const StreamAllocation> allocations() const { return m_allocations; }
    /// Forgets the first events, which started before `endNs`, with the allocations before it, and the long
    /// calls that ended by then.
    void forget(size_t count, int64_t endNs);
    /// Those that began earlier, in the order of their starts.
    std::span<const LongCall> longCalls() const { return m_longCalls; }

    /// The operators of forward passes that the probe has followed, which started until then. nullopt: there
    /// were more than are kept.
    std::optional<std::vector<FollowedOperator>> takeFollowed(int64_t ns);

    /// Records that the program could not write, and where the last of these gaps is.
    int64_t missing() const { return m_missing; }
    /// Calls of Python functions that were left out because too many events waited for the end of their step.
    int64_t leftOutCalls() const { return m_leftOutCalls; }
    /// Likewise allocations.
    int64_t leftOutAllocations() const { return m_leftOutAllocations; }
    static constexpr size_t mostWaiting = 2'000'000;
    int64_t lastGapNs() const { return m_lastGapNs; }

private:
    struct Frame
    {
        uint64_t event = StreamEvent::none;
        uint64_t layer = 0;
        uint32_t name = 0;
        RangeRole role = RangeRole::None;
        Pass pass = Pass::Other;
        bool isBackward = false;
        bool isNetwork = false; ///< the outermost layer
    };
    struct Name
    {
        uint32_t id = 0;
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
    /// An outermost operator of a program without Python starts.
    void markNative(bool isBackward, int64_t sequence, int64_t ns, std::vector<ProgramMark>& marks);

    ProgramNames& m_names;
    ProbeClock& m_clock;
    std::vector<Name> m_nameOf;      ///< by the thread's id
    std::vector<uint32_t> m_shapeOf; ///< likewise
    std::vector<Frame> m_open;
    std::vector<StreamEvent> m_events;
    std::vector<LongCall> m_longCalls;
    std::vector<StreamAllocation> m_allocations;
    uint64_t m_firstEvent = 0;
    int64_t m_forgottenNs = 0; ///< until when events have been forgotten
    int m_layers = 0;          ///< that are open
    int m_fetches = 0;         ///< likewise, of data
    int m_updates = 0;         ///< likewise
    int m_backward = 0;        ///< calls of backward that are open
    bool m_isPython = false;
    bool m_wentForward = false; ///< since the last backward pass or update
    NativePasses m_native;      ///< of a program without Python
    std::vector<FollowedOperator> m_followed;
    size_t m_followedWords = 0; ///< that it was made of
    int64_t m_missing = 0;
    int64_t m_leftOutCalls = 0;
    int64_t m_leftOutAllocations = 0;
    int64_t m_lastGapNs = 0;
    int64_t m_lastNs = 0; ///< start or end of a range
};

} // namespace stepscope
