#include "core/report/charts/axis_scale.h"
#include "core/report/charts/chart_frame.h"
#include "core/report/charts/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope {

namespace {

constexpr double labelLine = 15;
constexpr double largestBar = 22;

class BarChart
{
public:
    BarChart(const Chart& chart, const ChartStyle& style)
        : m_chart(chart)
        , m_style(style)
        , m_head(chartHead(chart, style))
        , m_stacked(chart.kind == ChartKind::StackedBars)
    {
        layOut();
    }

    std::string svg()
    {
        SvgWriter svg(m_style.width, m_height, m_style, m_chart.title);
        drawHead(svg, m_chart, m_head);
        drawAxis(svg);
        for (size_t i = 0; i < m_chart.categories.size(); ++i) {
            drawLabel(svg, i);
            m_stacked ? drawStack(svg, i) : drawGroup(svg, i);
        }
        svg.line(m_left, m_top, m_left, m_bottom, {.role = Ink::Role::Border});
        return svg.finish();
    }

private:
    void layOut();
    double rowHeight() const
    {
        return (m_bottom - m_top) / double(std::max<size_t>(1, m_chart.categories.size()));
    }
    void drawAxis(SvgWriter& svg) const;
    void drawLabel(SvgWriter& svg, size_t category) const;
    void drawStack(SvgWriter& svg, size_t category) const;
    void drawGroup(SvgWriter& svg, size_t category) const;

    double value(size_t series, size_t category) const
    {
        const auto& values = m_chart.series[series].y;
        return category < values.size() ? values[category] : std::numeric_limits<double>::quiet_NaN();
    }
    double total(size_t category) const
    {
        double sum = 0;
        for (size_t i = 0; i < m_chart.series.size(); ++i)
            sum += std::isfinite(value(i, category)) ? value(i, category) : 0.0;
        return sum;
    }
    double largest() const;
    Ink ink(size_t series, size_t category) const
    {
        const bool ofCategory = m_chart.series.size() == 1 && category < m_chart.categoryColors.size();
        return inkOf(ofCategory ? m_chart.categoryColors[category] : m_chart.series[series].color,
                     ofCategory ? category : series);
    }
    double xPixel(double x) const
    {
        return m_left + std::clamp(m_x.position(x), 0.0, 1.0) * (m_right - m_left);
    }

    const Chart& m_chart;
    const ChartStyle& m_style;
    ChartHead m_head;
    bool m_stacked;
    double m_height = 0;
    double m_left = 0, m_right = 0, m_top = 0, m_bottom = 0; ///< of the plot
    std::vector<std::vector<std::string>> m_labels;
    AxisScaling m_x;
};

double BarChart::largest() const
{
    double most = 0;
    for (size_t category = 0; category < m_chart.categories.size(); ++category) {
        if (m_stacked) {
            most = std::max(most, total(category));
            continue;
        }
        for (size_t i = 0; i < m_chart.series.size(); ++i) {
            const auto& intervals = m_chart.series[i].intervals;
            if (!std::isfinite(value(i, category)))
                continue;
            most = std::max(most, value(i, category));
            if (category < intervals.size() && std::isfinite(intervals[category].high))
                most = std::max(most, intervals[category].high);
        }
    }
    return most;
}

void BarChart::layOut()
{
    double labels = 0;
    double values = 0;
    size_t lines = 1;
    for (size_t i = 0; i < m_chart.categories.size(); ++i) {
        m_labels.push_back(wrapped(m_chart.categories[i], chartTextSize, 0.3 * m_style.width, 2));
        for (const auto& line : m_labels.back())
            labels = std::max(labels, textWidth(line, chartTextSize));
        lines = std::max(lines, m_labels.back().size());
        values = std::max(values, textWidth(axisValueText(m_chart.x, total(i)), chartTextSize));
    }
    const auto bars = m_stacked ? 1.0 : double(std::max<size_t>(1, m_chart.series.size()));
    const double natural = std::max(bars * largestBar + 14, double(lines) * labelLine + 8);
    const double foot = chartEdge + 2 * chartTextSize + 18;
    m_top = m_head.height + 4;
    m_height =
        m_style.height > 0 ? m_style.height : m_top + natural * double(m_chart.categories.size()) + foot;
    m_bottom = std::max(m_top + 10, m_height - foot);
    m_left = chartEdge + labels + 10;
    m_right = std::max(m_left + 40, m_style.width - chartEdge - values - 12);
    m_x = scaleAxis(m_chart.x, 0.0, largest(), m_right - m_left, {.tickDistance = 72});
}

void BarChart::drawAxis(SvgWriter& svg) const
{
    const Ink muted{.role = Ink::Role::Muted};
    double taken = -1e9;
    for (const auto& tick : m_x.ticks) {
        const double x = xPixel(tick.value);
        svg.line(x, m_top, x, m_bottom, {.role = Ink::Role::Grid});
        const double half = textWidth(tick.text, chartTextSize) / 2;
        if (x - half < taken + 6)
            continue;
        taken = x + half;
        svg.text(x, m_bottom + chartTextSize + 6, tick.text, chartTextSize, muted, TextAnchor::Middle);
    }
    svg.text((m_left + m_right) / 2, m_bottom + 2 * chartTextSize + 12,
             elided(axisTitle(m_chart.x, m_x.unit), chartTextSize, m_right - m_left), chartTextSize, muted,
             TextAnchor::Middle);
}

/// If bars are closer together than the height of their names, only some are labeled.
void BarChart::drawLabel(SvgWriter& svg, size_t category) const
{
    const auto every = size_t(std::ceil(labelLine / rowHeight()));
    if (category % every != 0)
        return;
    auto lines = m_labels[category];
    if (double(lines.size()) * labelLine > rowHeight() + 1)
        lines = {elided(m_chart.categories[category], chartTextSize, m_left - chartEdge - 10)};
    double y = m_top + (double(category) + 0.5) * rowHeight() + 4 - double(lines.size() - 1) * labelLine / 2;
    for (const auto& line : lines) {
        svg.text(m_left - 10, y, line, chartTextSize, {.role = Ink::Role::Text}, TextAnchor::End);
        y += labelLine;
    }
}

void BarChart::drawStack(SvgWriter& svg, size_t category) const
{
    const double height = std::min(largestBar, rowHeight() * 0.75);
    const double middle = m_top + (double(category) + 0.5) * rowHeight();
    double sum = 0;
    for (size_t i = 0; i < m_chart.series.size(); ++i) {
        const double part = value(i, category);
        if (!std::isfinite(part) || part <= 0)
            continue;
        const double left = xPixel(sum);
        sum += part;
        const double width = xPixel(sum) - left;
        // A thin gap between the parts separates neighbors of similar color.
        svg.rect(left, middle - height / 2, width > 2 ? width - 1 : width, height, ink(i, category), 0,
                 fmt::format("{}, {}: {}", m_chart.categories[category], m_chart.series[i].name,
                             axisValueText(m_chart.x, part)));
    }
    if (sum > 0 && rowHeight() >= labelLine)
        svg.text(xPixel(sum) + 6, middle + 4, axisValueText(m_chart.x, sum), chartTextSize,
                 {.role = Ink::Role::Muted});
}

void BarChart::drawGroup(SvgWriter& svg, size_t category) const
{
    const auto bars = double(m_chart.series.size());
    const double slot = std::min(largestBar, (rowHeight() * 0.8) / bars);
    double y = m_top + (double(category) + 0.5) * rowHeight() - slot * bars / 2;
    for (size_t i = 0; i < m_chart.series.size(); ++i, y += slot) {
        const double length = value(i, category);
        if (!std::isfinite(length) || length < 0)
            continue;
        const auto& series = m_chart.series[i];
        const auto text = axisValueText(m_chart.x, length);
        svg.rect(m_left, y + 1, xPixel(length) - m_left, std::max(1.0, slot - 2), ink(i, category), 2,
                 fmt::format("{}{}{}: {}", m_chart.categories[category], series.name.empty() ? "" : ", ",
                             series.name, text));
        double end = xPixel(length);
        if (category < series.intervals.size() && std::isfinite(series.intervals[category].high)) {
            const auto& interval = series.intervals[category];
            const double middle = y + slot / 2;
            svg.line(xPixel(interval.low), middle, xPixel(interval.high), middle, {.role = Ink::Role::Text},
                     1.25);
            end = std::max(end, xPixel(interval.high));
        }
        if (slot >= labelLine)
            svg.text(end + 6, y + slot / 2 + 4, text, chartTextSize, {.role = Ink::Role::Muted});
    }
}

} // namespace

std::string barChartSvg(const Chart& chart, const ChartStyle& style)
{
    return BarChart(chart, style).svg();
}

} // namespace stepscope
