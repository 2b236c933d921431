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

/// An axis as drawn: its ends, ticks and unit.
struct AxisScaling
{
    double low = 0.0;
    double high = 1.0;
    AxisScale scale = AxisScale::Linear;
    std::vector<AxisTick> ticks;
    std::string unit;

    /// 0 at the low end, 1 at the high end; values beyond are outside that range. NaN for values that a
    /// logarithmic axis cannot show.
    double position(double value) const;
};

struct ScalingOptions
{
    double tickDistance = 60; ///< the least distance of ticks in pixels
    bool extend = true;       ///< extend a linear axis to the next tick
    bool preferZero = true;   ///< start at 0 if the data come near it
    double margin = 0;        ///< share of the axis left free at both ends of the data
};

/// Scales an axis of `pixels` length for data from `low` to `high`. Ticks are 1, 2 or 5 times a power of ten
/// apart, in the unit shown. The axis of shares ends at 100 %.
AxisScaling scaleAxis(const ChartAxis& axis, double low, double high, double pixels,
                      const ScalingOptions& options = {});

/// The smallest of 1, 2 and 5 times a power of ten that is not below `step`, which must be above 0.
double roundStep(double step);

/// A value with its unit, as in a tooltip: "12.3 ms", "1,234 samples/s".
std::string axisValueText(const ChartAxis& axis, double value);

} // namespace stepscope
