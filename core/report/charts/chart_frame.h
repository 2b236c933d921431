#pragma once

#include "core/report/charts/chart.h"
#include "core/report/charts/svg.h"

#include <string>
#include <vector>

namespace stepscope {

inline constexpr double chartTextSize = 12;
inline constexpr double chartTitleSize = 15;
inline constexpr double chartEdge = 8; ///< free at the picture's edges

/// Where a chart's legend entries stand.
struct LegendEntry
{
    size_t series = 0;
    std::string text;
    double x = 0;
    double y = 0; ///< of the text's base line, from the top of the legend
};

/// What stands above the plot of every chart: its title, its note and its legend.
struct ChartHead
{
    std::string title;
    std::vector<std::string> note; ///< its lines
    double noteTop = 0;
    std::vector<LegendEntry> legend;
    size_t unnamed = 0; ///< entries that found no room
    double legendTop = 0;
    double height = 0; ///< from the picture's top
};

ChartHead chartHead(const Chart& chart, const ChartStyle& style);
void drawHead(SvgWriter& svg, const Chart& chart, const ChartHead& head);

/// "Step time (ms)".
std::string axisTitle(const ChartAxis& axis, const std::string& unit);

std::string lineChartSvg(const Chart& chart, const ChartStyle& style);
std::string barChartSvg(const Chart& chart, const ChartStyle& style);

} // namespace stepscope
