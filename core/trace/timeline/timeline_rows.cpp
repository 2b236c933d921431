#include "core/trace/timeline/timeline_rows.h"

#include <algorithm>
#include <utility>

namespace stepscope {

namespace {

bool isIn(const std::vector<bool>& flags, size_t index)
{
    return index < flags.size() && flags[index];
}

class RowsBuilder
{
public:
    RowsBuilder(const TimelineIndex& index, const std::vector<bool>& collapsed, const TimelineSizes& sizes)
        : m_index(index)
        , m_collapsed(collapsed)
        , m_sizes(sizes)
    {
        if (index.steps().events > 0)
            add({.track = stepsTrack, .lanes = 1, .laneHeight = sizes.stepsHeight}, 0);
    }

    void addThread(size_t thread)
    {
        if (thread >= m_index.threads().size() || m_index.threads()[thread].events == 0)
            return;
        const bool isCollapsed = isIn(m_collapsed, thread);
        add({.track = int(thread),
             .lanes = isCollapsed ? 1 : int(m_index.threads()[thread].lanes.size()),
             .laneHeight = m_sizes.laneHeight,
             .collapsed = isCollapsed},
            isCollapsed ? 0 : m_sizes.leastHeight);
    }

    void addHeading(int group, bool isCollapsed)
    {
        add({.kind = TimelineBand::Kind::Heading,
             .track = noTrack,
             .item = group,
             .lanes = 0,
             .laneHeight = m_sizes.headingHeight,
             .collapsed = isCollapsed},
            m_sizes.headingHeight);
    }

    void addCounter(int counter)
    {
        add({.kind = TimelineBand::Kind::Counter,
             .track = noTrack,
             .item = counter,
             .lanes = 0,
             .laneHeight = m_sizes.counterHeight},
            m_sizes.counterHeight);
    }

    TimelineRows take() { return std::move(m_rows); }

private:
    void add(TimelineBand band, int leastHeight)
    {
        m_rows.height += m_rows.bands.empty() ? 0 : m_sizes.gap;
        band.top = m_rows.height;
        band.height = std::max(band.lanes * band.laneHeight, leastHeight);
        m_rows.height += band.height;
        m_rows.bands.push_back(band);
    }

    const TimelineIndex& m_index;
    const std::vector<bool>& m_collapsed;
    const TimelineSizes& m_sizes;
    TimelineRows m_rows;
};

} // namespace

TimelineRows TimelineRows::of(const TimelineIndex& index, const std::vector<bool>& collapsed,
                              const TimelineSizes& sizes)
{
    RowsBuilder builder(index, collapsed, sizes);
    for (size_t thread = 0; thread < index.threads().size(); ++thread)
        builder.addThread(thread);
    return builder.take();
}

TimelineRows TimelineRows::of(const TimelineIndex& index, std::span<const TimelineGroup> groups,
                              const std::vector<bool>& collapsed, const std::vector<bool>& collapsedGroups,
                              const TimelineSizes& sizes)
{
    RowsBuilder builder(index, collapsed, sizes);
    std::vector<bool> isGrouped(index.threads().size(), false);
    for (size_t number = 0; number < groups.size(); ++number) {
        const TimelineGroup& group = groups[number];
        const bool isCollapsed = groups.size() > 1 && isIn(collapsedGroups, number);
        if (groups.size() > 1)
            builder.addHeading(int(number), isCollapsed);
        for (const int thread : group.threads) {
            if (size_t(thread) < isGrouped.size())
                isGrouped[size_t(thread)] = true;
            if (!isCollapsed)
                builder.addThread(size_t(thread));
        }
        for (const int counter : group.counters) {
            if (!isCollapsed)
                builder.addCounter(counter);
        }
    }
    // For threads without an entry in the trace.
    for (size_t thread = 0; thread < isGrouped.size(); ++thread) {
        if (!isGrouped[thread])
            builder.addThread(thread);
    }
    return builder.take();
}

std::optional<TimelinePlace> TimelineRows::at(int y) const
{
    const auto below = std::ranges::upper_bound(bands, y, {}, &TimelineBand::top);
    if (below == bands.begin())
        return {};
    const TimelineBand& band = *(below - 1);
    if (y >= band.top + band.height)
        return {};
    const int lane = (y - band.top) / band.laneHeight;
    return TimelinePlace{size_t(below - 1 - bands.begin()), lane < band.lanes ? lane : -1};
}

const TimelineBand* TimelineRows::bandOf(int track) const
{
    const auto found = std::ranges::find(bands, track, &TimelineBand::track);
    return found == bands.end() ? nullptr : &*found;
}

} // namespace stepscope
