#include "core/run/scalar_series.h"

#include <algorithm>
#include <utility>

namespace stepscope {

void appendScalars(std::vector<ScalarSeries>& to, std::vector<ScalarSeries>&& points)
{
    for (ScalarSeries& more : points) {
        const auto same = std::ranges::find(to, more.tag, &ScalarSeries::tag);
        if (same == to.end())
            to.push_back(std::move(more));
        else
            same->points.insert(same->points.end(), more.points.begin(), more.points.end());
    }
}

const ScalarSeries* scalarSeries(std::span<const ScalarSeries> series, std::string_view tag)
{
    const auto found = std::ranges::find(series, tag, &ScalarSeries::tag);
    return found == series.end() ? nullptr : &*found;
}

bool isOwnTag(std::string_view tag)
{
    return tag.starts_with("stepscope/");
}

} // namespace stepscope
