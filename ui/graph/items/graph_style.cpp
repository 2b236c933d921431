#include "ui/graph/items/graph_style.h"

#include <array>

namespace stepscope::ui {

QColor blended(const QColor& color, const QColor& ground, double share)
{
    const auto mix = [share](int above, int below) { return int(above * share + below * (1 - share) + 0.5); };
    return {mix(color.red(), ground.red()), mix(color.green(), ground.green()),
            mix(color.blue(), ground.blue())};
}

QColor GraphStyle::kindColor(OperatorKind kind) const
{
    if (kind == OperatorKind::Other)
        return blended(colors.mutedText, colors.surface, 0.5);
    // Positions in ThemeColors::series; -1 is the muted text color.
    static constexpr std::array<int, operatorKinds> positions{-1, 0, 2, 1, 6, 5, 3, 7, 4, -1};
    const int position = positions[size_t(kind)];
    return position >= 0 && position < colors.series.size() ? colors.series[position] : colors.mutedText;
}

QColor GraphStyle::heatColor(double share) const
{
    return blended(colors.warning, colors.surface, 0.55 * share);
}

CardMetrics::CardMetrics(const GraphStyle& style)
    : title(style.titleFont)
    , text(style.textFont)
    , layer(style.layerFont)
{
}

GraphStyle graphStyle(const ThemeColors& colors, const QFont& font)
{
    GraphStyle style{colors, font, font, font};
    const double size = font.pointSizeF() > 0 ? font.pointSizeF() : 10.0;
    style.titleFont.setPointSizeF(size);
    style.titleFont.setWeight(QFont::DemiBold);
    style.textFont.setPointSizeF(size * 0.9);
    style.layerFont = style.textFont;
    style.layerFont.setWeight(QFont::DemiBold);
    return style;
}

} // namespace stepscope::ui
