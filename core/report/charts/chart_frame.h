#pragma once

#include "core/report/charts/chart.h"
#include "core/report/charts/svg.h"

#include <string>
#include <vector>

namespace stepscope {

inline constexpr double chartTextSize = 12;
inline constexpr double chartTitleSize = 15;
inline constexpr double chartEdge = 8; ///< margin at the picture's edges

/// The position of a chart's legend entry.
struct LegendEntry
{
    size_t series = 0;
    std::string text;
    double x = 0;
    double y = 0; ///< of the text's baseline, from the top of the legend
};

/// The part above the plot of every chart: title, note and legend.
struct ChartHead
{
    std::string title;
    std::vector<std::string> note; ///< its lines
    double noteTop = 0;
    std::vector<LegendEntry> legend;
    size_t unnamed = 0;  ///< entries without room
    double unnamedY = 0; ///< of the text with their number, from the top of the legend
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
