#pragma once

#include "core/run/scalar_series.h"

#include <cstddef>
#include <vector>

namespace stepscope {

/// The points of a scalar series' curve, growing with the series. Where steps go back, as after a restart,
/// points logged earlier for these steps are dropped; a clock that was set back does not reverse the curve.
/// So neither steps nor times ever decrease.
class CurvePoints
{
public:
    void clear();
    /// Adds at most `budget` further points. Returns how many of the previous points remain.
    size_t advance(const ScalarSeries& series, size_t budget);
    /// The number of the series' points that have been processed.
    size_t taken() const { return m_taken; }
    const std::vector<ScalarPoint>& all() const { return m_points; }
    size_t size() const { return m_points.size(); }

private:
    std::vector<ScalarPoint> m_points;
    size_t m_taken = 0;
};

} // namespace stepscope
