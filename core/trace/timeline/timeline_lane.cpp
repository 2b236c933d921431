#include "core/trace/timeline/timeline_lane.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace stepscope {

namespace {

constexpr uint32_t isLong = std::numeric_limits<uint32_t>::max();

/// Grows by an eighth: doubling would waste half of the memory.
template<typename T>
void grow(std::vector<T>& column, size_t more)
{
    const size_t needed = column.size() + more;
    if (needed > column.capacity())
        column.reserve(needed + needed / 8);
}

Pass heaviest(const std::array<int64_t, passCount>& weights)
{
    return Pass(std::ranges::max_element(weights) - weights.begin());
}

} // namespace

/// Merges neighbors that are in the same cell.
class TimelineLane::Folder
{
public:
    Folder(int64_t cellNs, std::vector<TimelineSpan>& spans)
        : m_cellNs(cellNs)
        , m_spans(spans)
    {
    }

    void add(const Block& block, uint32_t count)
    {
        if (m_span.count == 0 || block.startNs >= m_cellEndNs)
            open(block.startNs);
        m_span.endNs = block.endNs;
        m_span.busyNs += int64_t(block.busyNs);
        m_span.count += count;
        m_weights[block.pass] += int64_t(block.busyNs) + count;
        if (m_span.longest.isNone() || block.longestNs > m_longestNs) {
            m_longestNs = block.longestNs;
            m_span.longest = block.longest;
        }
    }

    void close()
    {
        if (m_span.count == 0)
            return;
        m_span.pass = heaviest(m_weights);
        m_spans.push_back(m_span);
        m_span = {};
    }

private:
    void open(int64_t startNs)
    {
        close();
        m_span.startNs = startNs;
        m_weights = {};
        const int64_t cell = startNs / m_cellNs - (startNs % m_cellNs < 0 ? 1 : 0);
        m_cellEndNs = (cell + 1) * m_cellNs;
    }

    const int64_t m_cellNs;
    std::vector<TimelineSpan>& m_spans;
    TimelineSpan m_span;
    int64_t m_cellEndNs = 0;
    uint32_t m_longestNs = 0;
    std::array<int64_t, passCount> m_weights{};
};

void TimelineLane::reserve(size_t more)
{
    grow(m_startNs, more);
    grow(m_shortNs, more);
    grow(m_ids, more);
    grow(m_pass, more);
}

void TimelineLane::append(TimelineItemId id, int64_t startNs, int64_t durationNs, Pass pass)
{
    assert(startNs >= m_endNs && "events of a lane do not overlap");
    if (m_startNs.size() == m_startNs.capacity())
        reserve(1);
    if (durationNs >= isLong)
        m_longNs.emplace(size(), durationNs);
    m_startNs.push_back(startNs);
    m_shortNs.push_back(uint32_t(std::min<int64_t>(durationNs, isLong)));
    m_ids.push_back(id);
    m_pass.push_back(pass);
    m_endNs = startNs + durationNs;

    if (size() % fan == 0)
        summarize();
}

/// Adds a summary for every block that has become complete.
void TimelineLane::summarize()
{
    std::array<Block, fan> events;
    for (uint32_t i = 0; i < fan; ++i)
        events[i] = eventBlock(size() - fan + i);
    const Block* parts = events.data();
    uint32_t end = size() / fan;
    for (size_t level = 0;; ++level, end /= fan) {
        if (level == m_levels.size())
            m_levels.emplace_back();
        std::vector<Block>& blocks = m_levels[level];
        grow(blocks, 1);
        blocks.push_back(joined(std::span<const Block, fan>(parts, fan)));
        if (end % fan != 0)
            return;
        parts = &blocks[end - fan];
    }
}

int64_t TimelineLane::durationNs(uint32_t position) const
{
    return m_shortNs[position] == isLong ? m_longNs.at(position) : m_shortNs[position];
}

TimelineLane::Block TimelineLane::eventBlock(uint32_t position) const
{
    const int64_t duration = durationNs(position);
    return {.startNs = m_startNs[position],
            .endNs = m_startNs[position] + duration,
            .busyNs = uint64_t(duration),
            .pass = uint64_t(m_pass[position]),
            .longest = m_ids[position],
            .longestNs = m_shortNs[position]};
}

TimelineLane::Block TimelineLane::blockAt(int level, uint32_t position) const
{
    return level == 0 ? eventBlock(position) : m_levels[size_t(level) - 1][position >> (blockBits * level)];
}

TimelineLane::Block TimelineLane::joined(std::span<const Block, fan> parts)
{
    Block whole = parts.front();
    std::array<int64_t, passCount> weights{};
    uint64_t busyNs = 0;
    for (const Block& part : parts) {
        busyNs += part.busyNs;
        weights[part.pass] += int64_t(part.busyNs) + 1;
        if (part.longestNs > whole.longestNs) {
            whole.longestNs = part.longestNs;
            whole.longest = part.longest;
        }
    }
    whole.endNs = parts.back().endNs;
    whole.busyNs = busyNs;
    whole.pass = uint64_t(heaviest(weights));
    return whole;
}

uint32_t TimelineLane::firstFrom(int64_t ns) const
{
    return uint32_t(std::ranges::lower_bound(m_startNs, ns) - m_startNs.begin());
}

uint32_t TimelineLane::firstSeenFrom(int64_t ns) const
{
    const uint32_t first = firstFrom(ns);
    return first > 0 && m_startNs[first - 1] + durationNs(first - 1) > ns ? first - 1 : first;
}

void TimelineLane::fold(int64_t fromNs, int64_t toNs, int64_t cellNs, std::vector<TimelineSpan>& spans) const
{
    uint32_t at = firstSeenFrom(fromNs);
    const auto isNarrow = [&](int level) {
        if (size_t(level) > m_levels.size() || (at & ((uint64_t(1) << blockBits * level) - 1)) != 0)
            return false;
        const auto& blocks = m_levels[size_t(level) - 1];
        const uint32_t index = at >> (blockBits * level);
        return index < blocks.size() && blocks[index].endNs - blocks[index].startNs < cellNs;
    };
    Folder folder(cellNs, spans);
    int level = 0;
    // In folded parts only the blocks are read: their events are far away in memory.
    while (at < size()) {
        while (level > 0 && !isNarrow(level))
            --level;
        while (isNarrow(level + 1))
            ++level;
        const Block block = blockAt(level, at);
        if (block.startNs >= toNs)
            break;
        const bool alone = level == 0 && int64_t(block.busyNs) >= cellNs;
        if (alone)
            folder.close();
        folder.add(block, 1U << (blockBits * level));
        if (alone)
            folder.close();
        at += 1U << (blockBits * level);
    }
    folder.close();
}

size_t TimelineLane::bytes() const
{
    size_t sum = m_startNs.capacity() * sizeof(int64_t) + m_shortNs.capacity() * sizeof(uint32_t) +
                 m_ids.capacity() * sizeof(TimelineItemId) + m_pass.capacity() +
                 m_longNs.size() * 4 * sizeof(int64_t);
    for (const auto& blocks : m_levels)
        sum += blocks.capacity() * sizeof(Block);
    return sum;
}

} // namespace stepscope
