#include "core/run/curve_points.h"

#include <algorithm>

namespace stepscope {

void CurvePoints::clear()
{
    m_points.clear();
    m_taken = 0;
}

size_t CurvePoints::advance(const ScalarSeries& series, size_t budget)
{
    size_t stay = m_points.size();
    const size_t end = std::min(series.points.size(), m_taken + budget);
    for (; m_taken < end; ++m_taken) {
        ScalarPoint point = series.points[m_taken];
        while (!m_points.empty() && point.step < m_points.back().step) {
            const auto from = std::ranges::lower_bound(m_points, point.step, {}, &ScalarPoint::step);
            m_points.erase(from, m_points.end());
        }
        stay = std::min(stay, m_points.size());
        if (!m_points.empty())
            point.timeNs = std::max(point.timeNs, m_points.back().timeNs);
        m_points.push_back(point);
    }
    return stay;
}

} // namespace stepscope
