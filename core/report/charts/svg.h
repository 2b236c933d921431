#pragma once

#include "core/report/charts/chart.h"

#include <string>
#include <string_view>

namespace stepscope {

/// Text for XML content and attributes: markup is escaped, ASCII control characters become spaces, other
/// terminal control characters are written out as in visibleLine(), and invalid UTF-8 becomes U+FFFD.
std::string xmlText(std::string_view text);

/// The color of a part of a chart.
struct Ink
{
    enum class Role : uint8_t { Surface, Text, Muted, Grid, Border, Series, Fixed };

    Role role = Role::Text;
    int series = 0;         ///< for Series: number in the palette
    std::string fixed = {}; ///< for Fixed: "#rrggbb"
};

/// The ink for the color of a ChartSeries. `number`: in the palette, used if the color is empty.
Ink inkOf(std::string_view color, size_t number);

enum class TextAnchor : uint8_t { Start, Middle, End };

/// Writes an SVG document. Coordinates are in pixels, y down; they are written with two decimals.
class SvgWriter
{
public:
    SvgWriter(double width, double height, const ChartStyle& style, std::string_view label);

    void rect(double x, double y, double width, double height, const Ink& fill, double radius = 0,
              std::string_view tooltip = {});
    void line(double x1, double y1, double x2, double y2, const Ink& stroke, double width = 1);
    void circle(double x, double y, double radius, const Ink& fill, const Ink& stroke,
                std::string_view tooltip = {});
    /// `data`: of a path element.
    void path(std::string_view data, const Ink& stroke, double width, ChartLine line = ChartLine::Solid,
              double opacity = 1);
    void text(double x, double y, std::string_view text, double size, const Ink& fill,
              TextAnchor anchor = TextAnchor::Start, bool bold = false);

    /// Ends the document.
    std::string finish();

private:
    std::string paint(std::string_view property, const Ink& ink) const;
    void close(std::string_view element, std::string_view tooltip);

    ChartColors m_colors;
    std::string m_text;
};

/// "12.34", "12", "-0.5": at most two decimals.
std::string svgNumber(double value);

} // namespace stepscope
