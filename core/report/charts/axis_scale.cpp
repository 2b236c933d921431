#include "core/report/charts/axis_scale.h"

#include "core/base/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace stepscope {

namespace {

struct Unit
{
    double factor = 1.0;
    const char* name = "";
};

constexpr std::array<Unit, 6> timeUnits = {
    {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}, {60e9, "min"}, {3600e9, "h"}}};
constexpr double longTimeNs = 600e9; // from here on, minutes
constexpr std::array<Unit, 4> byteUnits = {
    {{1, "B"}, {1024.0, "KiB"}, {1024.0 * 1024, "MiB"}, {1024.0 * 1024 * 1024, "GiB"}}};

Unit fitting(std::span<const Unit> units, double largest)
{
    Unit best = units.front();
    for (const auto& unit : units) {
        const bool isLong = unit.factor >= 60e9;
        if (largest >= unit.factor * (isLong ? longTimeNs / 60e9 : 1.0))
            best = unit;
    }
    return best;
}

Unit unitOf(const ChartAxis& axis, double largest)
{
    switch (axis.quantity) {
    case Quantity::Nanoseconds:
        return fitting(timeUnits, largest);
    case Quantity::Bytes:
        return fitting(byteUnits, largest);
    case Quantity::Share:
        return {0.01, "%"};
    case Quantity::Number:
    case Quantity::Count:
        break;
    }
    return {1.0, axis.unit.c_str()};
}

/// With `decimals` decimals; thousands are grouped.
std::string numberText(double value, int decimals)
{
    if (decimals <= 0 && std::abs(value) < 1e15)
        return formatCount(std::llround(value));
    const auto text = fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 12));
    return text.find_first_not_of("-0.") == std::string::npos ? "0" : text;
}

/// As short as possible without ambiguity: for ticks that are not multiples of a step.
std::string shortText(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude >= 1e7 || (magnitude > 0 && magnitude < 1e-4))
        return fmt::format("{:.3g}", value);
    if (std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, magnitude))
        return formatCount(std::llround(value));
    return fmt::format("{:.4g}", value);
}

int decimalsOf(double step)
{
    return std::max(0, int(std::ceil(-std::log10(step) - 1e-9)));
}

void expandPoint(double& low, double& high, AxisScale scale)
{
    if (scale == AxisScale::Log) {
        low /= 2;
        high *= 2;
    } else if (low == 0.0) {
        high = 1.0;
    } else {
        low -= 0.1 * std::abs(low);
        high += 0.1 * std::abs(high);
    }
}

void addLinearTicks(AxisScaling& scaling, const ChartAxis& axis, std::optional<double> limit,
                    const Unit& unit, double pixels, const ScalingOptions& options)
{
    const double count = std::clamp(std::floor(pixels / options.tickDistance), 1.0, 12.0);
    double step = roundStep((scaling.high - scaling.low) / unit.factor / count);
    if (axis.quantity == Quantity::Count)
        step = std::max(step, 1.0);
    constexpr double slack = 1e-9;
    if (options.extend && !axis.minimum)
        scaling.low = std::floor(scaling.low / unit.factor / step + slack) * step * unit.factor;
    if (options.extend && !axis.maximum)
        scaling.high = std::ceil(scaling.high / unit.factor / step - slack) * step * unit.factor;
    if (limit)
        scaling.high = std::min(scaling.high, *limit);
    const auto first = std::llround(std::ceil(scaling.low / unit.factor / step - slack));
    const auto last = std::llround(std::floor(scaling.high / unit.factor / step + slack));
    const int decimals = decimalsOf(step);
    for (auto i = first; i <= last; ++i)
        scaling.ticks.push_back({double(i) * step * unit.factor, numberText(double(i) * step, decimals)});
}

void addLogTicks(AxisScaling& scaling, const Unit& unit, double pixels, const ScalingOptions& options)
{
    const double low = scaling.low / unit.factor;
    const double high = scaling.high / unit.factor;
    const double decades = std::log10(high / low);
    const double room = pixels / options.tickDistance;
    const int first = int(std::floor(std::log10(low)));
    const int last = int(std::ceil(std::log10(high)));
    const int every = std::max(1, int(std::ceil(decades / std::max(room, 1.0))));
    const bool withinDecades = decades * 3 <= room;
    for (int power = first; power <= last; ++power) {
        if ((power % every) != 0)
            continue;
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(10.0, power);
            if ((factor == 1.0 || withinDecades) && value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
                scaling.ticks.push_back({value * unit.factor, shortText(value)});
        }
    }
}

/// No share is above 100 %, so its axis ends there, unless it has a maximum of its own.
std::optional<double> upperLimit(const ChartAxis& axis, double high)
{
    const bool isShare = axis.quantity == Quantity::Share && axis.scale == AxisScale::Linear;
    return isShare && !axis.maximum && !(high > 1.0) ? std::optional(1.0) : std::nullopt;
}

} // namespace

double roundStep(double step)
{
    const double power = std::pow(10.0, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= step * (1 - 1e-9))
            return factor * power;
    }
    return 10.0 * power;
}

double AxisScaling::position(double value) const
{
    if (scale == AxisScale::Linear)
        return (value - low) / (high - low);
    if (!(value > 0))
        return std::numeric_limits<double>::quiet_NaN();
    return std::log(value / low) / std::log(high / low);
}

AxisScaling scaleAxis(const ChartAxis& axis, double low, double high, double pixels,
                      const ScalingOptions& options)
{
    AxisScaling scaling{
        .low = axis.minimum.value_or(low), .high = axis.maximum.value_or(high), .scale = axis.scale};
    if (!std::isfinite(scaling.low) || !std::isfinite(scaling.high) || scaling.high < scaling.low ||
        (axis.scale == AxisScale::Log && !(scaling.low > 0)))
        scaling.low = scaling.high = axis.scale == AxisScale::Log ? 1.0 : 0.0;
    const bool isLog = axis.scale == AxisScale::Log;
    if (!isLog && options.preferZero && !axis.minimum && scaling.low > 0 && scaling.low < 0.5 * scaling.high)
        scaling.low = 0.0;
    if (scaling.low == scaling.high)
        expandPoint(scaling.low, scaling.high, axis.scale);
    if (isLog) {
        const double factor = std::pow(scaling.high / scaling.low, options.margin);
        scaling.low /= axis.minimum ? 1.0 : factor;
        scaling.high *= axis.maximum ? 1.0 : factor;
    } else {
        const double room = options.margin * (scaling.high - scaling.low);
        scaling.low -= axis.minimum || scaling.low == 0.0 ? 0.0 : room;
        scaling.high += axis.maximum ? 0.0 : room;
    }
    const auto limit = upperLimit(axis, high);
    if (limit)
        scaling.high = std::min(scaling.high, *limit);

    const double largest = isLog ? std::sqrt(scaling.low * scaling.high)
                                 : std::max(std::abs(scaling.low), std::abs(scaling.high));
    const auto unit = unitOf(axis, largest);
    scaling.unit = unit.name;
    if (!axis.ticks.empty()) {
        for (const double value : axis.ticks) {
            if (value >= scaling.low && value <= scaling.high)
                scaling.ticks.push_back({value, shortText(value / unit.factor)});
        }
    } else if (isLog) {
        addLogTicks(scaling, unit, pixels, options);
        if (scaling.ticks.size() < 2) { // less than a decade
            scaling.ticks.clear();
            addLinearTicks(scaling, axis, limit, unit, pixels,
                           {.tickDistance = options.tickDistance, .extend = false});
        }
    } else {
        addLinearTicks(scaling, axis, limit, unit, pixels, options);
    }
    return scaling;
}

std::string axisValueText(const ChartAxis& axis, double value)
{
    switch (axis.quantity) {
    case Quantity::Nanoseconds:
        return formatNs(value);
    case Quantity::Bytes:
        return formatBytes(value);
    case Quantity::Share:
        return formatShare(value, 2);
    case Quantity::Number:
    case Quantity::Count:
        break;
    }
    const double magnitude = std::abs(value);
    auto text = magnitude >= 1000 ? formatCount(std::llround(value)) : fmt::format("{:.4g}", value);
    return axis.unit.empty() ? text : text + " " + axis.unit;
}

} // namespace stepscope
