#include "core/report/charts/chart.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/report/charts/chart_frame.h"
#include "core/report/charts/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace stepscope {

namespace {

constexpr double swatch = 14;
constexpr double swatchGap = 6;
constexpr double entryGap = 18;
constexpr double legendLine = 19;
constexpr size_t leastLegendLines = 4; ///< without room for more, the rest is only counted
constexpr size_t mostLegendLines = 24;
constexpr double leastPlot = 150; ///< below a longer legend, with its axis and note
constexpr double noteLine = 16;
constexpr size_t noteLines = 2;

/// All lines that a picture may have whose height is the chart's; otherwise those with room above the plot.
size_t legendLines(const ChartStyle& style, const ChartHead& head)
{
    if (style.height <= 0)
        return mostLegendLines;
    const double room = std::max(style.height - head.height - leastPlot, 0.0);
    return std::clamp(size_t(room / legendLine), leastLegendLines, mostLegendLines);
}

/// No name is wider than `most`.
void layOutEntries(const Chart& chart, const ChartStyle& style, std::span<const size_t> shown, double most,
                   ChartHead& head)
{
    const double right = style.width - chartEdge;
    const size_t mostLines = legendLines(style, head);
    double x = chartEdge;
    size_t line = 0;
    for (const size_t i : shown) {
        const auto text = elidedName(chart.series[i].name, chartTextSize, most);
        const double width = swatch + swatchGap + textWidth(text, chartTextSize);
        if (x > chartEdge && x + width > right) {
            x = chartEdge;
            ++line;
        }
        if (line >= mostLines) {
            ++head.unnamed;
            continue;
        }
        head.legend.push_back({i, text, x, double(line + 1) * legendLine - 5});
        x += width + entryGap;
    }
    const auto lines = std::min(line + 1, mostLines + (head.unnamed > 0 ? 1 : 0));
    head.unnamedY = double(lines) * legendLine - 5;
    head.height += double(lines) * legendLine + 6;
}

/// Where long names leave no room for all entries, names are shorter if two in a line make room for all.
void layOutLegend(const Chart& chart, const ChartStyle& style, ChartHead& head)
{
    std::vector<size_t> shown;
    for (size_t i = 0; i < chart.series.size(); ++i) {
        if (!chart.series[i].faint && !chart.series[i].name.empty())
            shown.push_back(i);
    }
    if (shown.size() < 2)
        return;
    const double line = style.width - 2 * chartEdge;
    ChartHead whole = head;
    layOutEntries(chart, style, shown, line - swatch - swatchGap, whole);
    if (whole.unnamed == 0) {
        head = whole;
        return;
    }
    ChartHead inPairs = head;
    layOutEntries(chart, style, shown, (line - entryGap) / 2 - swatch - swatchGap, inPairs);
    head = inPairs.unnamed == 0 ? inPairs : whole;
}

} // namespace

ChartLine lineAfter(size_t before)
{
    static constexpr std::array lines{ChartLine::Solid, ChartLine::Dashed, ChartLine::Dotted,
                                      ChartLine::DashDotted, ChartLine::DashDotDotted};
    return lines[before % lines.size()];
}

ChartHead chartHead(const Chart& chart, const ChartStyle& style)
{
    ChartHead head;
    head.height = chartEdge;
    if (style.titled && !chart.title.empty()) {
        head.title = elided(chart.title, chartTitleSize, style.width - 2 * chartEdge, true);
        head.height += chartTitleSize + 10;
    }
    if (!chart.note.empty()) {
        head.note = wrapped(chart.note, chartTextSize, style.width - 2 * chartEdge, noteLines);
        head.noteTop = head.height;
        head.height += double(head.note.size()) * noteLine + 4;
    }
    head.legendTop = head.height;
    layOutLegend(chart, style, head);
    return head;
}

void drawHead(SvgWriter& svg, const Chart& chart, const ChartHead& head)
{
    if (!head.title.empty())
        svg.text(chartEdge, chartEdge + chartTitleSize, head.title, chartTitleSize, {.role = Ink::Role::Text},
                 TextAnchor::Start, true);
    double y = head.noteTop + chartTextSize - 1;
    for (const auto& line : head.note) {
        svg.text(chartEdge, y, line, chartTextSize, {.role = Ink::Role::Muted});
        y += noteLine;
    }
    for (const auto& entry : head.legend) {
        const auto& series = chart.series[entry.series];
        const auto ink = inkOf(series.color, entry.series);
        const double middle = head.legendTop + entry.y - 4;
        if (chart.kind != ChartKind::Lines) {
            svg.rect(entry.x + 1, middle - 6, 12, 12, ink, 2);
        } else {
            svg.path(fmt::format("M{} {}h{}", svgNumber(entry.x), svgNumber(middle), svgNumber(swatch)), ink,
                     2, series.line);
            if (series.points)
                svg.circle(entry.x + swatch / 2, middle, 3.5, ink, {.role = Ink::Role::Surface});
        }
        svg.text(entry.x + swatch + swatchGap, head.legendTop + entry.y, entry.text, chartTextSize,
                 {.role = Ink::Role::Text});
    }
    if (head.unnamed > 0)
        svg.text(chartEdge, head.legendTop + head.unnamedY,
                 translated("and {count} more", {{"count", formatCount(int64_t(head.unnamed))}}),
                 chartTextSize, {.role = Ink::Role::Muted});
}

std::string axisTitle(const ChartAxis& axis, const std::string& unit)
{
    if (unit.empty())
        return axis.title;
    return axis.title.empty() ? unit : fmt::format("{} ({})", axis.title, unit);
}

std::string chartSvg(const Chart& chart, const ChartStyle& style)
{
    return chart.kind == ChartKind::Lines ? lineChartSvg(chart, style) : barChartSvg(chart, style);
}

} // namespace stepscope
