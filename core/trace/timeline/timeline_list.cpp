#include "core/trace/timeline/timeline_list.h"

#include <algorithm>

namespace stepscope {

void TimelineList::build(const TimelineIndex& index, const TimelineRows& shown, const TimelineScale& scale,
                         int fromY, int toY)
{
    rows.clear();
    spans.clear();
    // One more pixel at each side: narrower spans are drawn one pixel wide.
    const int64_t fromNs = scale.timeAt(-1.0);
    const int64_t toNs = scale.timeAt(scale.width + 1.0);
    for (size_t number = 0; number < shown.bands.size(); ++number) {
        const TimelineBand& band = shown.bands[number];
        if (band.kind != TimelineBand::Kind::Track || band.top >= toY || band.top + band.height <= fromY)
            continue;
        const TimelineTrack& track =
            band.track == stepsTrack ? index.steps() : index.threads()[size_t(band.track)];
        for (int lane = 0; lane < band.lanes; ++lane) {
            if (band.laneTop(lane) >= toY || band.laneTop(lane + 1) <= fromY)
                continue;
            const auto first = uint32_t(spans.size());
            track.lanes[size_t(lane)].fold(fromNs, toNs, scale.cellNs(), spans);
            rows.push_back({number, lane, first, uint32_t(spans.size())});
        }
    }
}

const TimelineSpan* TimelineList::hit(TimelinePlace place, const TimelineScale& scale, double x,
                                      double pixels) const
{
    const auto row = std::ranges::find_if(
        rows, [&](const Row& each) { return each.band == place.band && each.lane == place.lane; });
    if (row == rows.end() || row->first == row->end)
        return nullptr;
    const auto lane = of(*row);
    const auto after = std::ranges::partition_point(
        lane, [&](const TimelineSpan& span) { return scale.pixelOf(span.startNs) <= x; });
    // The distance for spans at both sides.
    const auto distance = [&](const TimelineSpan& span) {
        return std::max({scale.pixelOf(span.startNs) - x, x - scale.pixelOf(span.endNs), 0.0});
    };
    const TimelineSpan* nearest = nullptr;
    for (auto each = after == lane.begin() ? after : after - 1; each != lane.end() && each <= after; ++each) {
        if (distance(*each) <= pixels && (!nearest || distance(*each) < distance(*nearest)))
            nearest = &*each;
    }
    return nearest;
}

} // namespace stepscope
