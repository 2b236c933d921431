#include "core/report/chart.h"

#include "core/base/palette.h"

#include <fmt/format.h>

namespace stepscope {

std::string chartSvg(const Chart& /*chart*/, const ChartStyle& style)
{
    const auto& palette = style.colors == ChartColors::Dark ? darkPalette() : lightPalette();
    const double height = style.height > 0 ? style.height : 360;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"{2}\"/></svg>\n",
        style.width, height, palette.surface);
}

std::string chartCssVariables(ChartColors /*colors*/)
{
    return {};
}

} // namespace stepscope
