#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// What is drawn as one rectangle: an event, or several that stand too close to be told apart.
struct TimelineSpan
{
    int64_t startNs = 0; ///< of the first
    int64_t endNs = 0;   ///< of the last
    int64_t busyNs = 0;  ///< sum of the durations
    uint32_t count = 0;
    /// The id of that which lasts longest, the first of them; of the event itself when it is alone.
    uint32_t longest = noEvent;
    Pass pass = Pass::Other; ///< the one that most of the time belongs to
};

/// Events one after the other, none beginning before the end of the one before. Above them stand summaries of
/// 8, 64, 512 … events, so that what is narrow on the screen is passed over in whole blocks. 17 bytes an
/// event, and 4.6 of summaries.
class TimelineLane
{
public:
    /// Must not begin before endNs().
    void append(uint32_t id, int64_t startNs, int64_t durationNs, Pass pass);
    /// Makes room for that many more.
    void reserve(size_t more);

    uint32_t size() const { return static_cast<uint32_t>(m_ids.size()); }
    /// Of the last event; the least of all numbers when there is none.
    int64_t endNs() const { return m_endNs; }

    /// Positions count the events from 0 in the order of time.
    uint32_t id(uint32_t position) const { return m_ids[position]; }
    int64_t startNs(uint32_t position) const { return m_startNs[position]; }
    int64_t durationNs(uint32_t position) const;
    /// The first that begins at `ns` or later; size() when none does.
    uint32_t firstFrom(int64_t ns) const;
    /// The first that ends after `ns`, or begins there.
    uint32_t firstSeenFrom(int64_t ns) const;

    /// Adds what is seen from `fromNs` to before `toNs`, in the order of time. What lasts `cellNs` or longer
    /// stands alone; the rest is gathered by cells of that length, counted from 0, so that a picture does not
    /// flicker while it moves. A gathered span is shorter than two cells. Takes time in proportion
    /// to the number of cells, however many events there are.
    void fold(int64_t fromNs, int64_t toNs, int64_t cellNs, std::vector<TimelineSpan>& spans) const;

    /// Memory held.
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
        uint32_t longest;
        uint32_t longestNs; ///< at most the largest such number
    };

    class Folder;

    Block eventBlock(uint32_t position) const;
    Block blockAt(int level, uint32_t position) const;
    void summarize();
    static Block joined(std::span<const Block, fan> parts);

    int64_t m_endNs = std::numeric_limits<int64_t>::min();
    std::vector<int64_t> m_startNs;
    std::vector<uint32_t> m_shortNs; ///< durations, but for those in m_longNs
    std::vector<uint32_t> m_ids;
    std::vector<Pass> m_pass;
    std::unordered_map<uint32_t, int64_t> m_longNs; ///< by position: of more than four seconds
    std::vector<std::vector<Block>> m_levels;       ///< of 8, 64, … events; whole blocks only
};

} // namespace stepscope
