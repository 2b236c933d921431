#pragma once

#include "core/report/charts/chart.h"

#include <string>
#include <vector>

namespace stepscope {

struct AxisTick
{
    double value = 0.0;
    std::string text;
};

/// An axis as it is drawn: where it begins and ends, what is marked on it, and in which unit.
struct AxisScaling
{
    double low = 0.0;
    double high = 1.0;
    AxisScale scale = AxisScale::Linear;
    std::vector<AxisTick> ticks;
    std::string unit;

    /// 0 at the low end, 1 at the high one; values beyond lie outside of that. NaN for what a logarithmic
    /// axis cannot show.
    double position(double value) const;
};

struct ScalingOptions
{
    double tickDistance = 60; ///< pixels that a tick has at least
    bool extend = true;       ///< a linear axis goes on to the next tick
    bool preferZero = true;   ///< one that comes near 0 begins there
    double margin = 0;        ///< share of the axis that is left free at either end of the data
};

/// Of data from `low` to `high` on an axis that is so many pixels long. Ticks are 1, 2 or 5 times a power of
/// ten apart, in the unit that is shown.
AxisScaling scaleAxis(const ChartAxis& axis, double low, double high, double pixels,
                      const ScalingOptions& options = {});

/// A value with its unit, as in a tooltip: "12.3 ms", "1,234 images/s".
std::string axisValueText(const ChartAxis& axis, double value);

} // namespace stepscope
