#include "ui/steps/step_columns.h"

#include "core/report/charts/axis_scale.h"
#include "ui/support/qt_text.h"

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double narrowest = 3.0; ///< pixels of a step that is drawn separately
constexpr double widestBar = 40.0;

void placeBar(StepColumn& column, const StepGeometry& geometry)
{
    const double left = geometry.xOf(double(column.first));
    const double right = geometry.xOf(double(column.last) + 1.0);
    const double room = right - left;
    const bool isOne = column.first == column.last;
    const double gap = !isOne ? 0.0 : room >= 12.0 ? 3.0 : room >= 6.0 ? 2.0 : 1.0;
    column.width = std::min(room - gap, widestBar);
    column.left = left + (room - column.width) / 2;
}

StepColumn columnOf(const StepSeries& series, std::span<const StepBar> bars)
{
    StepColumn column{.first = bars.front().number,
                      .last = bars.back().number,
                      .steps = int64_t(bars.size()),
                      .phase = bars.front().phase};
    const auto splits = series.splitsIn({column.first, column.last});
    column.splits = int64_t(splits.size());
    for (const StepBreakdown& split : splits) {
        column.wallNs += double(split.wallNs) / double(splits.size());
        for (size_t part = 0; part < stepPartCount; ++part)
            column.partNs[part] += double(split.partNs[part]) / double(splits.size());
    }
    for (const StepBar& bar : bars) {
        if (splits.empty())
            column.wallNs += double(bar.wallNs) / double(bars.size());
    }
    return column;
}

} // namespace

int64_t StepGeometry::stepAt(double x) const
{
    return int64_t(std::floor(from + (x - plot.left()) / stepWidth()));
}

int64_t stepsPerBar(const StepGeometry& geometry)
{
    return std::max<int64_t>(1, int64_t(std::ceil(narrowest / geometry.stepWidth())));
}

std::vector<StepColumn> stepColumns(const StepSeries& series, const StepGeometry& geometry)
{
    std::vector<StepColumn> columns;
    if (geometry.plot.width() <= 0 || geometry.to <= geometry.from)
        return columns;
    const int64_t together = stepsPerBar(geometry);
    auto bars = series.barsIn(
        {.first = int64_t(std::floor(geometry.from)), .last = int64_t(std::ceil(geometry.to)) - 1});
    while (!bars.empty()) {
        // Columns start at multiples, so that they stay the same while the plot moves.
        const int64_t bucket = bars.front().number / together;
        size_t count = 1;
        while (count < bars.size() && bars[count].number / together == bucket)
            ++count;
        auto column = columnOf(series, bars.first(count));
        if (together > 1) {
            column.first = bucket * together;
            column.last = column.first + together - 1;
        }
        placeBar(column, geometry);
        columns.push_back(column);
        bars = bars.subspan(count);
    }
    return columns;
}

double stepsTop(const std::vector<StepColumn>& columns)
{
    std::vector<double> walls;
    for (const StepColumn& column : columns)
        walls.push_back(column.wallNs);
    if (walls.empty())
        return 1e6;
    const auto high = walls.begin() + ptrdiff_t(double(walls.size() - 1) * 0.95);
    std::ranges::nth_element(walls, high);
    const double usual = *high;
    const double highest = *std::max_element(high, walls.end());
    constexpr double farAbove = 2.0;
    return std::max(1.0, highest > farAbove * usual ? 1.4 * usual : 1.08 * highest);
}

TimeTicks timeTicks(double topNs, double height)
{
    struct Unit
    {
        double ns;
        const char* name;
    };
    Unit unit{1.0, "ns"};
    for (const Unit candidate : {Unit{1e3, "µs"}, Unit{1e6, "ms"}, Unit{1e9, "s"}})
        if (topNs >= candidate.ns)
            unit = candidate;
    TimeTicks result{.unit = toQString(unit.name), .ticks = {}};
    const double top = topNs / unit.ns;
    const double step = roundStep(top / std::clamp(height / 48.0, 1.0, 8.0));
    for (int i = 0; i * step <= top; ++i)
        result.ticks.push_back({i * step * unit.ns, QString::number(i * step, 'g', 6)});
    return result;
}

std::vector<StepTick> stepTicks(const StepGeometry& geometry, double spacing)
{
    std::vector<StepTick> ticks;
    const double step = std::max(1.0, roundStep(spacing / geometry.stepWidth()));
    for (double at = std::ceil(geometry.from / step) * step; at < geometry.to; at += step)
        ticks.push_back({at, countText(std::llround(at))});
    return ticks;
}

} // namespace stepscope::ui
