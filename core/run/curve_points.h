#pragma once

#include "core/run/scalar_series.h"

#include <cstddef>
#include <vector>

namespace stepscope {

/// A series of scalars as its curve shows it, growing with it. Where steps fall back, as after a restart,
/// what was logged before for these steps goes; and a clock that was set back does not turn the curve around.
/// So neither steps nor times ever fall.
class CurvePoints
{
public:
    void clear();
    /// Takes in at most `budget` further points. Returns how many of those from before stay.
    size_t advance(const ScalarSeries& series, size_t budget);
    /// How many of the series' points have been looked at.
    size_t taken() const { return m_taken; }
    const std::vector<ScalarPoint>& all() const { return m_points; }
    size_t size() const { return m_points.size(); }

private:
    std::vector<ScalarPoint> m_points;
    size_t m_taken = 0;
};

} // namespace stepscope
