#include "core/report/charts/svg.h"

#include "core/base/palette.h"
#include "core/base/text/visible_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace stepscope {

namespace {

/// Length of the UTF-8 sequence that begins here; 0: invalid.
size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const size_t length = first < 0x80                    ? 1
                          : first >= 0xc2 && first < 0xe0 ? 2
                          : first >= 0xe0 && first < 0xf0 ? 3
                          : first >= 0xf0 && first < 0xf5 ? 4
                                                          : 0;
    if (length == 0 || length > text.size())
        return 0;
    for (size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    }
    if (length < 3)
        return length;
    // Overlong forms, surrogates, the two that XML forbids, and values beyond Unicode.
    const bool forbidden = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) ||
                           (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90) ||
                           (first == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe);
    return forbidden ? 0 : length;
}

std::string_view roleName(Ink::Role role)
{
    static constexpr std::array<std::string_view, 5> names = {"surface", "text", "muted", "grid", "border"};
    return names.at(size_t(role));
}

std::string_view colorOf(const Ink& ink, const Palette& palette)
{
    switch (ink.role) {
    case Ink::Role::Surface:
        return palette.surface;
    case Ink::Role::Text:
        return palette.text;
    case Ink::Role::Muted:
        return palette.mutedText;
    case Ink::Role::Grid:
        return palette.grid;
    case Ink::Role::Border:
        return palette.border;
    case Ink::Role::Series:
        return palette.series.at(size_t(ink.series) % palette.series.size());
    case Ink::Role::Fixed:
        break;
    }
    return ink.fixed;
}

bool isColor(std::string_view text)
{
    return text.size() == 7 && text[0] == '#' &&
           text.substr(1).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

} // namespace

std::string xmlText(std::string_view text)
{
    std::string escaped;
    escaped.reserve(text.size());
    while (!text.empty()) {
        const size_t length = sequenceLength(text);
        const char c = text.front();
        if (length == 0)
            escaped += "\xef\xbf\xbd";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '&')
            escaped += "&amp;";
        else if (c == '"')
            escaped += "&quot;";
        else if (c == '\'')
            escaped += "&#39;";
        else if (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f))
            escaped += ' ';
        else
            escaped += length == 1 ? std::string(1, c) : visibleLine(text.substr(0, length));
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return escaped;
}

Ink inkOf(std::string_view color, size_t number)
{
    if (const int series = seriesNumber(color); series >= 0)
        return {.role = Ink::Role::Series, .series = series};
    if (isColor(color))
        return {.role = Ink::Role::Fixed, .fixed = std::string(color)};
    return {.role = Ink::Role::Series, .series = int(number % lightPalette().series.size())};
}

std::string svgNumber(double value)
{
    auto text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

SvgWriter::SvgWriter(double width, double height, const ChartStyle& style, std::string_view label)
    : m_colors(style.colors)
{
    m_text = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}")",
        svgNumber(width), svgNumber(height));
    // In a page, it uses the page's font and background.
    if (m_colors == ChartColors::Css)
        m_text += fmt::format(R"( role="img" aria-label="{}">)", xmlText(label)) + "\n";
    else
        m_text += fmt::format(R"( font-family="{}">)", xmlText(style.font)) + "\n";
    if (m_colors != ChartColors::Css)
        rect(0, 0, width, height, {.role = Ink::Role::Surface});
}

std::string SvgWriter::paint(std::string_view property, const Ink& ink) const
{
    if (m_colors == ChartColors::Css && ink.role == Ink::Role::Series)
        return fmt::format(" style=\"{}:var(--chart-{})\"", property, ink.series + 1);
    if (m_colors == ChartColors::Css && ink.role != Ink::Role::Fixed)
        return fmt::format(" style=\"{}:var(--chart-{})\"", property, roleName(ink.role));
    const auto& palette = m_colors == ChartColors::Dark ? darkPalette() : lightPalette();
    return fmt::format(" {}=\"{}\"", property, colorOf(ink, palette));
}

void SvgWriter::close(std::string_view element, std::string_view tooltip)
{
    if (tooltip.empty())
        m_text += "/>\n";
    else
        m_text += fmt::format("><title>{}</title></{}>\n", xmlText(tooltip), element);
}

void SvgWriter::rect(double x, double y, double width, double height, const Ink& fill, double radius,
                     std::string_view tooltip)
{
    m_text += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", svgNumber(x), svgNumber(y),
                          svgNumber(width), svgNumber(height));
    if (radius > 0)
        m_text += fmt::format(R"( rx="{}")", svgNumber(radius));
    m_text += paint("fill", fill);
    close("rect", tooltip);
}

void SvgWriter::line(double x1, double y1, double x2, double y2, const Ink& stroke, double width)
{
    m_text +=
        fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke-width="{}"{}/>)", svgNumber(x1),
                    svgNumber(y1), svgNumber(x2), svgNumber(y2), svgNumber(width), paint("stroke", stroke)) +
        "\n";
}

void SvgWriter::circle(double x, double y, double radius, const Ink& fill, const Ink& stroke,
                       std::string_view tooltip)
{
    m_text += fmt::format(R"(<circle cx="{}" cy="{}" r="{}" stroke-width="1.5")", svgNumber(x), svgNumber(y),
                          svgNumber(radius));
    if (m_colors == ChartColors::Css) { // two properties share one style attribute
        const auto fillStyle = paint("fill", fill);
        const auto strokeStyle = paint("stroke", stroke);
        constexpr std::string_view begin = R"( style=")";
        if (fillStyle.starts_with(begin) && strokeStyle.starts_with(begin))
            m_text += fillStyle.substr(0, fillStyle.size() - 1) + ";" + strokeStyle.substr(begin.size());
        else
            m_text += fillStyle + strokeStyle;
    } else {
        m_text += paint("fill", fill) + paint("stroke", stroke);
    }
    close("circle", tooltip);
}

void SvgWriter::path(std::string_view data, const Ink& stroke, double width, ChartLine line, double opacity)
{
    static constexpr std::array<std::string_view, 7> dashes = {
        "", "5 4", "2 3", "6 3 2 3", "6 3 2 3 2 3", "11 4", "11 3 2 3"};
    m_text +=
        fmt::format(R"(<path d="{}" stroke-width="{}" stroke-linejoin="round")", data, svgNumber(width));
    m_text += R"( fill="none")";
    if (line != ChartLine::Solid)
        m_text += fmt::format(R"( stroke-dasharray="{}")", dashes.at(size_t(line)));
    else
        m_text += R"( stroke-linecap="round")";
    if (opacity < 1)
        m_text += fmt::format(R"( stroke-opacity="{}")", svgNumber(opacity));
    m_text += paint("stroke", stroke) + "/>\n";
}

void SvgWriter::text(double x, double y, std::string_view text, double size, const Ink& fill,
                     TextAnchor anchor, bool bold)
{
    static constexpr std::array<std::string_view, 3> anchors = {"", R"( text-anchor="middle")",
                                                                R"( text-anchor="end")"};
    m_text += fmt::format(R"(<text x="{}" y="{}" font-size="{}"{}{}{}>{}</text>)", svgNumber(x), svgNumber(y),
                          svgNumber(size), anchors.at(size_t(anchor)), bold ? R"( font-weight="600")" : "",
                          paint("fill", fill), xmlText(text)) +
              "\n";
}

std::string SvgWriter::finish()
{
    m_text += "</svg>\n";
    return std::move(m_text);
}

std::string chartCssVariables(ChartColors colors)
{
    const auto& palette = colors == ChartColors::Dark ? darkPalette() : lightPalette();
    std::string css;
    for (const auto role :
         {Ink::Role::Surface, Ink::Role::Text, Ink::Role::Muted, Ink::Role::Grid, Ink::Role::Border})
        css += fmt::format("--chart-{}: {}; ", roleName(role), colorOf({.role = role}, palette));
    for (size_t i = 0; i < palette.series.size(); ++i)
        css += fmt::format("--chart-{}: {}; ", i + 1, palette.series[i]);
    css.pop_back();
    return css;
}

} // namespace stepscope
