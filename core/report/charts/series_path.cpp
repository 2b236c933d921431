#include "core/report/charts/series_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stepscope {

namespace {

bool isGap(const ChartPoint& point)
{
    return !std::isfinite(point.x) || !std::isfinite(point.y);
}

/// Collects the points of one pixel column.
class Column
{
public:
    explicit Column(std::vector<ChartPoint>& out)
        : m_out(out)
    {
    }

    void add(std::span<const ChartPoint> points, size_t i)
    {
        if (m_count++ == 0)
            m_low = m_high = i;
        if (points[i].y < points[m_low].y)
            m_low = i;
        if (points[i].y > points[m_high].y)
            m_high = i;
    }

    void finish(std::span<const ChartPoint> points)
    {
        if (m_count > 0)
            m_out.push_back(points[std::min(m_low, m_high)]);
        if (m_count > 0 && m_low != m_high)
            m_out.push_back(points[std::max(m_low, m_high)]);
        m_count = 0;
    }

private:
    std::vector<ChartPoint>& m_out;
    size_t m_count = 0;
    size_t m_low = 0;
    size_t m_high = 0;
};

} // namespace

std::vector<ChartPoint> thinnedOut(std::span<const ChartPoint> points)
{
    std::vector<ChartPoint> kept;
    Column column(kept);
    double at = -1e300;
    for (size_t i = 0; i < points.size(); ++i) {
        if (isGap(points[i])) {
            column.finish(points);
            kept.push_back(points[i]);
            at = -1e300;
            continue;
        }
        if (std::floor(points[i].x) != at)
            column.finish(points);
        at = std::floor(points[i].x);
        column.add(points, i);
    }
    column.finish(points);
    return kept;
}

std::string pathData(std::span<const ChartPoint> points)
{
    std::string data;
    bool drawing = false;
    for (size_t i = 0; i < points.size(); ++i) {
        const auto& point = points[i];
        if (isGap(point)) {
            drawing = false;
            continue;
        }
        fmt::format_to(std::back_inserter(data), "{}{:.1f} {:.1f}", drawing ? 'L' : 'M', point.x, point.y);
        const bool alone = !drawing && (i + 1 == points.size() || isGap(points[i + 1]));
        if (alone)
            data += "h0"; // a dot, made by the line's round ends
        drawing = true;
    }
    return data;
}

} // namespace stepscope
