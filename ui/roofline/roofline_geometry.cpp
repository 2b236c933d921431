#include "ui/roofline/roofline_geometry.h"

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double giga = 1e9;
constexpr double largestRadius = 28.0;
constexpr double smallestRadius = 4.0;
constexpr double reach = 3.0; ///< around a dot, for the mouse

struct Range
{
    double low = 0.0;
    double high = 0.0;

    void take(double value)
    {
        if (!(value > 0))
            return;
        low = low > 0 ? std::min(low, value) : value;
        high = std::max(high, value);
    }
};

AxisScaling logAxis(const char* unit, Range range, double pixels)
{
    constexpr double room = 2.0;
    const ChartAxis axis{.title = {}, .quantity = Quantity::Number, .unit = unit, .scale = AxisScale::Log};
    return scaleAxis(axis, range.low / room, range.high * room, pixels, {.tickDistance = 44});
}

} // namespace

std::vector<RooflineLevel> RooflineData::levels() const
{
    std::vector<RooflineLevel> levels;
    const auto add = [&levels](std::string_view numbers, std::string_view column, double flopsPerSecond) {
        if (flopsPerSecond > 0.0)
            levels.push_back({numbers, column, flopsPerSecond});
    };
    if (published) {
        add("FP32", "share_of_fp32_roof", published->float32);
        if (published->tensorFloat32 > published->float32) // otherwise the lines are the same
            add("TF32", "share_of_tf32_roof", published->tensorFloat32);
        add("FP16, BF16", "share_of_fp16_roof", published->tensorFloat16);
    } else if (peak.isMeasured()) {
        add({}, "share_of_roof", peak.flopsPerSecond);
    }
    return levels;
}

double RooflineData::reached(size_t point, const RooflineLevel& level) const
{
    const auto& each = roofline.points[point];
    return each.flopsPerSecond() / std::min(level.flopsPerSecond, each.flopsPerByte() * bytesPerSecond());
}

QPointF RooflineGeometry::place(double flopsPerByte, double flopsPerSecond) const
{
    return {plot.left() + plot.width() * x.position(flopsPerByte),
            plot.bottom() - plot.height() * y.position(flopsPerSecond / giga)};
}

int RooflineGeometry::pointAt(const QPointF& position) const
{
    int best = -1;
    for (size_t i = 0; i < dots.size(); ++i) {
        const auto from = position - dots[i].center;
        if (std::hypot(from.x(), from.y()) <= dots[i].radius + reach &&
            (best < 0 || dots[i].radius < dots[size_t(best)].radius))
            best = int(i);
    }
    return best;
}

RooflineGeometry rooflineGeometry(const RooflineData& data, const QSizeF& size, double textHeight)
{
    RooflineGeometry geometry;
    const QRectF all(QPointF(), size);
    geometry.plot = all.adjusted(5 * textHeight, 2.5 * textHeight, -2 * textHeight, -3.5 * textHeight);
    Range x;
    Range y;
    int64_t longest = 1;
    for (const auto& point : data.roofline.points) {
        x.take(point.flopsPerByte());
        y.take(point.flopsPerSecond() / giga);
        longest = std::max(longest, point.selfNs);
    }
    const auto levels = data.levels();
    for (const auto& level : levels) {
        x.take(data.ridge(level));
        y.take(level.flopsPerSecond / giga);
    }
    if (constexpr double roomForNames = 8.0; levels.size() > 1)
        x.take(roomForNames * data.ridge(levels.back()));
    geometry.x = logAxis("FLOP/B", x, geometry.plot.width());
    geometry.y = logAxis("GFLOP/s", y, geometry.plot.height());
    for (const auto& level : levels) {
        const auto ridge = geometry.place(data.ridge(level), level.flopsPerSecond);
        const auto end = geometry.place(geometry.x.high, level.flopsPerSecond);
        if (&level != &levels.back()) {
            geometry.lowerLevels.emplace_back(ridge, end);
            continue;
        }
        // The slope starts where it enters the chart: at the left, or at the bottom.
        const double bottom = geometry.y.low * giga / data.bytesPerSecond();
        const double from = std::clamp(bottom, geometry.x.low, data.ridge(level));
        geometry.roof << geometry.place(from, from * data.bytesPerSecond()) << ridge << end;
    }
    for (const auto& point : data.roofline.points)
        geometry.dots.push_back(
            {geometry.place(point.flopsPerByte(), point.flopsPerSecond()),
             std::max(smallestRadius, largestRadius * std::sqrt(double(point.selfNs) / double(longest)))});
    return geometry;
}

} // namespace stepscope::ui
