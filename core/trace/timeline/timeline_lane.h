#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Number of an event or, in the lane of the steps, of a step.
using TimelineItemId = Id<struct ItemOfTimelineLane>;

/// One rectangle of a timeline: an event, or several that are too close to be distinguished.
struct TimelineSpan
{
    int64_t startNs = 0; ///< of the first
    int64_t endNs = 0;   ///< of the last
    int64_t busyNs = 0;  ///< sum of the durations
    uint32_t count = 0;
    /// The longest event, the first if there are several; the event itself when it is alone.
    TimelineItemId longest;
    Pass pass = Pass::Other; ///< the one with most of the time

    /// In a lane of events: `longest`.
    EventId longestEvent() const { return EventId(uint32_t(longest)); }
};

/// Consecutive events, or steps, by their numbers: none begins before the end of the previous one. Summaries
/// of 8, 64, 512 … events let the drawing skip whole blocks that are narrow on the screen. 17 bytes per
/// event, and 4.6 for summaries.
class TimelineLane
{
public:
    /// Must not begin before endNs().
    void append(TimelineItemId id, int64_t startNs, int64_t durationNs, Pass pass);
    /// Reserves room for this many more events.
    void reserve(size_t more);

    uint32_t size() const { return static_cast<uint32_t>(m_ids.size()); }
    /// Of the last event; the minimum value when there is none.
    int64_t endNs() const { return m_endNs; }

    /// Positions count the events from 0 in order of time.
    TimelineItemId id(uint32_t position) const { return m_ids[position]; }
    /// In a lane of events: id().
    EventId event(uint32_t position) const { return EventId(uint32_t(m_ids[position])); }
    int64_t startNs(uint32_t position) const { return m_startNs[position]; }
    int64_t durationNs(uint32_t position) const;
    /// The first that begins at `ns` or later; size() when none does.
    uint32_t firstFrom(int64_t ns) const;
    /// The first that ends after `ns`, or begins there.
    uint32_t firstSeenFrom(int64_t ns) const;

    /// Adds the visible spans from `fromNs` to before `toNs`, in order of time. Events of at least `cellNs`
    /// are separate; shorter ones are merged in cells of that length, counted from 0, so that a picture does
    /// not flicker while it moves. A merged span is shorter than two cells. Takes time in proportion to the
    /// number of cells, whatever the number of events.
    void fold(int64_t fromNs, int64_t toNs, int64_t cellNs, std::vector<TimelineSpan>& spans) const;

    /// Memory in use.
    size_t bytes() const;

private:
    static constexpr int blockBits = 3;
    static constexpr uint32_t fan = 1U << blockBits;

    struct Block
    {
        int64_t startNs;
        int64_t endNs;
        uint64_t busyNs : 56;
        uint64_t pass : 8;
        TimelineItemId longest;
        uint32_t longestNs; ///< at most the largest such number
    };

    class Folder;

    Block eventBlock(uint32_t position) const;
    Block blockAt(int level, uint32_t position) const;
    void summarize();
    static Block joined(std::span<const Block, fan> parts);

    int64_t m_endNs = std::numeric_limits<int64_t>::min();
    std::vector<int64_t> m_startNs;
    std::vector<uint32_t> m_shortNs; ///< durations, except those in m_longNs
    std::vector<TimelineItemId> m_ids;
    std::vector<Pass> m_pass;
    std::unordered_map<uint32_t, int64_t> m_longNs; ///< by position: of more than four seconds
    std::vector<std::vector<Block>> m_levels;       ///< of 8, 64, … events; whole blocks only
};

} // namespace stepscope
