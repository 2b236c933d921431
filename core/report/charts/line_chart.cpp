#include "core/report/charts/axis_scale.h"
#include "core/report/charts/chart_frame.h"
#include "core/report/charts/series_path.h"
#include "core/report/charts/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope {

namespace {

struct Range
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value, AxisScale scale)
    {
        if (!std::isfinite(value) || (scale == AxisScale::Log && value <= 0))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

size_t sizeOf(const ChartSeries& series)
{
    return std::min(series.x.size(), series.y.size());
}

class LineChart
{
public:
    LineChart(const Chart& chart, const ChartStyle& style)
        : m_chart(chart)
        , m_style(style)
        , m_head(chartHead(chart, style))
        , m_height(style.height > 0 ? style.height : m_head.height + 284)
    {
        layOut();
    }

    std::string svg()
    {
        SvgWriter svg(m_style.width, m_height, m_style, m_chart.title);
        drawHead(svg, m_chart, m_head);
        drawAxes(svg);
        for (const bool faint : {true, false}) {
            for (size_t i = 0; i < m_chart.series.size(); ++i) {
                if (m_chart.series[i].faint == faint)
                    drawSeries(svg, m_chart.series[i], inkOf(m_chart.series[i].color, i));
            }
        }
        return svg.finish();
    }

private:
    void layOut();
    void drawAxes(SvgWriter& svg) const;
    void drawSeries(SvgWriter& svg, const ChartSeries& series, const Ink& ink) const;
    void drawIntervals(SvgWriter& svg, const ChartSeries& series, const Ink& ink) const;
    void drawMarks(SvgWriter& svg, const ChartSeries& series, const Ink& ink) const;
    std::string tooltip(const std::string& name, double x, double y) const
    {
        return fmt::format("{}{}{}, {}", name, name.empty() ? "" : ": ", axisValueText(m_chart.x, x),
                           axisValueText(m_chart.y, y));
    }

    double xPixel(double value) const { return m_left + m_x.position(value) * (m_right - m_left); }
    /// Values beyond a limited axis are drawn at its end.
    double yPixel(double value) const
    {
        const double position = m_y.position(value);
        return std::isnan(position) ? position
                                    : m_bottom - std::clamp(position, 0.0, 1.0) * (m_bottom - m_top);
    }

    const Chart& m_chart;
    const ChartStyle& m_style;
    ChartHead m_head;
    double m_height;
    double m_left = 0, m_right = 0, m_top = 0, m_bottom = 0; ///< of the plot
    AxisScaling m_x, m_y;
};

void LineChart::layOut()
{
    Range x;
    Range y;
    bool hasPoints = false;
    for (const auto& series : m_chart.series) {
        hasPoints = hasPoints || series.points;
        for (size_t i = 0; i < sizeOf(series); ++i) {
            if (!std::isfinite(series.y[i]))
                continue;
            x.add(series.x[i], m_chart.x.scale);
            y.add(series.y[i], m_chart.y.scale);
            if (i < series.intervals.size()) {
                y.add(series.intervals[i].low, m_chart.y.scale);
                y.add(series.intervals[i].high, m_chart.y.scale);
            }
        }
        for (const auto& mark : series.marks) {
            if (!std::isfinite(mark.y))
                continue;
            x.add(mark.x, m_chart.x.scale);
            y.add(mark.y, m_chart.y.scale);
        }
    }
    m_top = m_head.height + chartTextSize + 18; // below the title of the vertical axis
    m_bottom = std::max(m_top + 20, m_height - chartEdge - 2 * chartTextSize - 18);
    m_y = scaleAxis(m_chart.y, y.low, y.high, m_bottom - m_top, {.tickDistance = 40});
    double labels = 0;
    for (const auto& tick : m_y.ticks)
        labels = std::max(labels, textWidth(tick.text, chartTextSize));
    m_left = chartEdge + labels + 8;
    m_right = m_style.width - chartEdge - 10;
    m_x = scaleAxis(
        m_chart.x, x.low, x.high, m_right - m_left,
        {.tickDistance = 84, .extend = false, .preferZero = false, .margin = hasPoints ? 0.04 : 0.0});
}

void LineChart::drawAxes(SvgWriter& svg) const
{
    const Ink muted{.role = Ink::Role::Muted};
    svg.text(chartEdge, m_head.height + chartTextSize + 1,
             elided(axisTitle(m_chart.y, m_y.unit), chartTextSize, m_style.width - 2 * chartEdge),
             chartTextSize, muted);
    for (const auto& tick : m_y.ticks) {
        const double y = yPixel(tick.value);
        svg.line(m_left, y, m_right, y, {.role = Ink::Role::Grid});
        svg.text(m_left - 8, y + 4, tick.text, chartTextSize, muted, TextAnchor::End);
    }
    svg.line(m_left, m_bottom, m_right, m_bottom, {.role = Ink::Role::Border});
    double taken = -1e9;
    for (const auto& tick : m_x.ticks) {
        const double x = xPixel(tick.value);
        svg.line(x, m_bottom, x, m_bottom + 4, {.role = Ink::Role::Border});
        const double half = textWidth(tick.text, chartTextSize) / 2;
        const double middle = std::clamp(x, chartEdge + half, m_style.width - chartEdge - half);
        if (middle - half < taken + 6)
            continue;
        taken = middle + half;
        svg.text(middle, m_bottom + chartTextSize + 8, tick.text, chartTextSize, muted, TextAnchor::Middle);
    }
    svg.text((m_left + m_right) / 2, m_bottom + 2 * chartTextSize + 14,
             elided(axisTitle(m_chart.x, m_x.unit), chartTextSize, m_right - m_left), chartTextSize, muted,
             TextAnchor::Middle);
}

void LineChart::drawIntervals(SvgWriter& svg, const ChartSeries& series, const Ink& ink) const
{
    for (size_t i = 0; i < std::min(sizeOf(series), series.intervals.size()); ++i) {
        const double x = xPixel(series.x[i]);
        const double low = yPixel(series.intervals[i].low);
        const double high = yPixel(series.intervals[i].high);
        if (!std::isfinite(x) || !std::isfinite(low) || !std::isfinite(high))
            continue;
        svg.path(
            fmt::format("M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {1:.1f}h8M{3:.1f} {2:.1f}h8", x, low, high, x - 4),
            ink, 1.25);
    }
}

/// Hollow and next to the line's dot, which would hide them.
void LineChart::drawMarks(SvgWriter& svg, const ChartSeries& series, const Ink& ink) const
{
    constexpr double aside = 9;
    for (const auto& mark : series.marks) {
        const double x = xPixel(mark.x);
        const double y = yPixel(mark.y);
        if (std::isfinite(x) && std::isfinite(y))
            svg.circle(x + aside, y, 2.5, {.role = Ink::Role::Surface}, ink,
                       tooltip(mark.name, mark.x, mark.y));
    }
}

void LineChart::drawSeries(SvgWriter& svg, const ChartSeries& series, const Ink& ink) const
{
    std::vector<ChartPoint> points;
    points.reserve(sizeOf(series));
    for (size_t i = 0; i < sizeOf(series); ++i)
        points.push_back({xPixel(series.x[i]), yPixel(series.y[i])});
    const auto isAfter = [](const ChartPoint& a, const ChartPoint& b) { return a.x > b.x; };
    const bool rises = std::ranges::adjacent_find(points, isAfter) == points.end();
    const bool many = double(points.size()) > 2 * (m_right - m_left);
    const auto data = pathData(rises && many ? thinnedOut(points) : points);
    if (data.empty())
        return;
    svg.path(data, ink, series.faint ? 1 : 2, series.line, series.faint ? 0.35 : 1);
    drawIntervals(svg, series, ink);
    drawMarks(svg, series, ink);
    if (!series.points)
        return;
    for (size_t i = 0; i < points.size(); ++i) {
        if (!std::isfinite(points[i].x) || !std::isfinite(points[i].y))
            continue;
        const Ink surface{.role = Ink::Role::Surface};
        const bool isHollow = i < series.hollow.size() && series.hollow[i];
        svg.circle(points[i].x, points[i].y, 4, isHollow ? surface : ink, isHollow ? ink : surface,
                   tooltip(series.name, series.x[i], series.y[i]));
    }
}

} // namespace

std::string lineChartSvg(const Chart& chart, const ChartStyle& style)
{
    return LineChart(chart, style).svg();
}

} // namespace stepscope
