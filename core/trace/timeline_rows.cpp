#include "core/trace/timeline_rows.h"

#include <algorithm>

namespace stepscope {

TimelineRows TimelineRows::of(const TimelineIndex& index, const std::vector<bool>& collapsed,
                              const TimelineSizes& sizes)
{
    TimelineRows rows;
    const auto add = [&rows, &sizes](TimelineBand band, int leastHeight) {
        rows.height += rows.bands.empty() ? 0 : sizes.gap;
        band.top = rows.height;
        band.height = std::max(band.lanes * band.laneHeight, leastHeight);
        rows.height += band.height;
        rows.bands.push_back(band);
    };
    if (index.steps().events > 0)
        add({.track = stepsTrack, .lanes = 1, .laneHeight = sizes.stepsHeight}, 0);
    for (size_t thread = 0; thread < index.threads().size(); ++thread) {
        const TimelineTrack& track = index.threads()[thread];
        if (track.events == 0)
            continue;
        const bool isCollapsed = thread < collapsed.size() && collapsed[thread];
        add({.track = int(thread),
             .lanes = isCollapsed ? 1 : int(track.lanes.size()),
             .laneHeight = sizes.laneHeight,
             .collapsed = isCollapsed},
            isCollapsed ? 0 : sizes.leastHeight);
    }
    return rows;
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
