#pragma once

#include "core/trace/timeline/timeline_lane.h"

#include <span>

namespace stepscope {

/// The number of a lane in TimelineTrack::lanes.
using LaneId = Id<struct LaneOfTrack, uint16_t>;

/// A thread's events, or the steps, in lanes by nesting depth. If events overlap without nesting, the later
/// one moves to the first free lane below, so that all are visible.
struct TimelineTrack
{
    std::vector<TimelineLane> lanes;
    uint32_t events = 0;
    uint32_t hidden = 0;   ///< of these, those without a free lane among mostNestingDepth
    bool overlaps = false; ///< some event is deeper than directly below the event that encloses it
    int64_t lastStartNs = std::numeric_limits<int64_t>::min();

    /// Events must be placed in the order of their starts. Returns the lane, or none; `lane` is the first
    /// possible one.
    LaneId place(size_t lane, TimelineItemId id, int64_t startNs, int64_t durationNs, Pass pass);
};

/// The position of every event of a trace in a timeline. Follows a trace as it grows.
class TimelineIndex
{
public:
    /// Processes new events, about `limit` at most, and returns whether all are processed. `trace` must
    /// always be the same one. Events of a thread that are out of order are shown once all are processed.
    bool update(const Trace& trace, uint32_t limit = allEvents);

    /// Ids are those of Trace::steps.
    const TimelineTrack& steps() const { return m_steps; }
    /// By Trace::thread; ids are events of the trace.
    std::span<const TimelineTrack> threads() const { return m_threads; }
    /// None: for an event without a free lane; also for one out of order, until all are processed.
    LaneId laneOf(EventId event) const { return m_laneOf[event]; }

    uint32_t events() const { return static_cast<uint32_t>(m_laneOf.size()); }
    bool empty() const { return m_beginNs > m_endNs; }
    /// From the first start to the last end; 0 when empty.
    int64_t beginNs() const { return empty() ? 0 : m_beginNs; }
    int64_t endNs() const { return empty() ? 0 : m_endNs; }
    /// Number of events of all threads that begin from `fromNs` to before `toNs`.
    int64_t startsWithin(int64_t fromNs, int64_t toNs) const;

    /// Memory in use.
    size_t bytes() const;

private:
    void take(const Trace& trace, EventId event);
    void place(const Trace& trace, EventId event);
    void takeSteps(const Trace& trace);
    /// Rebuilds a thread's lanes, including events that came late.
    void reorder(const Trace& trace, size_t thread);
    void widen(int64_t startNs, int64_t durationNs);

    std::vector<TimelineTrack> m_threads;
    std::vector<std::vector<EventId>> m_late; ///< by thread: not placed yet
    TimelineTrack m_steps;
    size_t m_seenSteps = 0;
    std::vector<LaneId> m_laneOf;
    int64_t m_beginNs = std::numeric_limits<int64_t>::max();
    int64_t m_endNs = std::numeric_limits<int64_t>::min();
};

} // namespace stepscope
