#pragma once

#include "core/trace/timeline/timeline_rows.h"
#include "core/trace/timeline/timeline_scale.h"

namespace stepscope {

/// Everything to draw of a timeline at a position and zoom.
struct TimelineList
{
    /// The spans of one lane: [first, end) of `spans`.
    struct Row
    {
        size_t band = 0; ///< of the TimelineRows
        int lane = 0;
        uint32_t first = 0;
        uint32_t end = 0;
    };
    std::vector<Row> rows;
    std::vector<TimelineSpan> spans; ///< their ids are those of the row's track

    /// For the lanes between two heights. Reuses its memory from one picture to the next.
    void build(const TimelineIndex& index, const TimelineRows& rows, const TimelineScale& scale, int fromY,
               int toY);
    std::span<const TimelineSpan> of(const Row& row) const
    {
        return std::span(spans).subspan(row.first, row.end - row.first);
    }
    /// The span drawn there, or at most `pixels` away; null when there is none.
    const TimelineSpan* hit(TimelinePlace place, const TimelineScale& scale, double x,
                            double pixels = 3.0) const;
};

} // namespace stepscope
