#include "core/language/translation.h"
#include "core/report/charts/svg.h"
#include "core/report/document.h"
#include "core/report/html_style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

constexpr double halfWidth = 528;
constexpr double fullWidth = 1072;

std::string dot(const std::string& color)
{
    if (color.empty())
        return {};
    const auto ink = inkOf(color, 0);
    return fmt::format("<span class=\"dot\" style=\"background:{}\"></span>",
                       ink.role == Ink::Role::Fixed ? ink.fixed
                                                    : fmt::format("var(--chart-{})", ink.series + 1));
}

/// A number for the page's script; empty for a cell without one in a column of numbers.
std::string sortKey(const DocumentTable::Cell& cell, bool isNumber)
{
    if (const auto* whole = std::get_if<int64_t>(&cell.value))
        return fmt::format(" data-v=\"{}\"", *whole);
    if (const auto* real = std::get_if<double>(&cell.value); real && std::isfinite(*real))
        return fmt::format(" data-v=\"{}\"", *real);
    return isNumber ? " data-v=\"\"" : "";
}

/// Plain text as XML, with a figure and its "%" on one line.
std::string proseText(std::string_view plain)
{
    constexpr std::string_view noBreakSpace = "\xC2\xA0";
    std::string text(plain);
    for (auto at = text.find(" %"); at != std::string::npos; at = text.find(" %", at))
        text.replace(at, 1, noBreakSpace);
    return xmlText(text);
}

class HtmlWriter
{
public:
    std::string text;

    void operator()(const DocumentHeading& heading)
    {
        const auto id = heading.level == 2 ? fmt::format(" id=\"section-{}\"", ++m_sections) : std::string();
        text += fmt::format("<h{0}{1}{2}>{3}{4}</h{0}>\n", heading.level, id,
                            heading.startsPage ? " class=\"page\"" : "", dot(heading.color),
                            xmlText(heading.text));
    }

    void operator()(const DocumentParagraph& paragraph)
    {
        text += fmt::format("<p{}>{}</p>\n", paragraph.muted ? " class=\"muted\"" : "",
                            proseText(paragraph.text));
    }

    void operator()(const DocumentList& list)
    {
        text += list.warns ? "<ul class=\"warns\">\n" : "<ul>\n";
        for (const auto& item : list.items)
            text += fmt::format("<li>{}</li>\n", proseText(item));
        text += "</ul>\n";
    }

    void operator()(const DocumentTable& table)
    {
        text += fmt::format("<div class=\"table\"><table id=\"{}\"{}>\n", xmlText(table.id),
                            table.sortable ? " data-sortable=\"yes\"" : "");
        if (!table.caption.empty())
            text += fmt::format("<caption>{}</caption>\n", xmlText(table.caption));
        text += "<thead><tr>";
        for (const auto& column : table.columns)
            text += fmt::format("<th scope=\"col\"{}>{}{}</th>", column.isNumber ? " class=\"n\"" : "",
                                dot(column.color), xmlText(column.title));
        text += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows)
            writeRow(table, row);
        text += "</tbody></table></div>\n";
    }

    void operator()(const DocumentFigures& figures)
    {
        text += "<div class=\"figures\">\n";
        for (const auto& figure : figures.figures) {
            const bool isPaper = !figure.svg.empty();
            text += fmt::format("<figure id=\"{}\" class=\"{}{}\">\n", xmlText(figure.id),
                                figure.wide ? "wide" : "half", isPaper ? " paper" : "");
            text += isPaper ? figure.svg
                            : chartSvg(figure.chart, {.width = figure.wide ? fullWidth : halfWidth,
                                                      .colors = ChartColors::Css});
            if (isPaper || figure.caption != figure.chart.title)
                text += fmt::format("<figcaption>{}</figcaption>\n", xmlText(figure.caption));
            text += "</figure>\n";
        }
        text += "</div>\n";
    }

private:
    void writeRow(const DocumentTable& table, const std::vector<DocumentTable::Cell>& row)
    {
        text += "<tr>";
        for (size_t i = 0; i < row.size(); ++i) {
            const bool isNumber = table.columns[i].isNumber;
            const char* const element = i == 0 ? "th" : "td";
            text += fmt::format("<{}{}{}{}>{}{}</{}>", element, i == 0 ? " scope=\"row\"" : "",
                                isNumber ? " class=\"n\"" : "", sortKey(row[i], isNumber), dot(row[i].color),
                                cellText(row[i].text, proseText, "<br/>"), element);
        }
        text += "</tr>\n";
    }

    int m_sections = 0;
};

std::string navigation(const Document& document)
{
    std::string links;
    int section = 0;
    for (const auto& block : document.blocks) {
        const auto* heading = std::get_if<DocumentHeading>(&block);
        if (heading && heading->level == 2)
            links += fmt::format("<a href=\"#section-{}\">{}</a>\n", ++section, xmlText(heading->text));
    }
    return links;
}

} // namespace

std::string documentHtml(const Document& document)
{
    HtmlWriter body;
    for (const auto& block : document.blocks)
        std::visit([&](const auto& one) { body(one); }, block);
    const auto title = xmlText(document.title);
    // The policy prevents the page from fetching anything, whatever it contains.
    return fmt::format(
        R"(<!DOCTYPE html>
<html lang="{}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"/>
<link rel="icon" href="data:,"/>
<title>{}</title>
<style>
:root {{ {} --page: #f3f5f8; --card: #ffffff; --raised: #f6f8fa; --accent: #1f62c4; --warning: #c98a1b; }}
@media screen and (prefers-color-scheme: dark) {{
:root {{ {} --page: #14181e; --card: #1a1f26; --raised: #222932; --accent: #5c9dff; --warning: #e8b04b; }} }}
{}</style>
</head>
<body>
<header>
<h1>{}</h1>
<p>{}</p>
<nav>
{}</nav>
</header>
<main>
{}</main>
<script>{}</script>
</body>
</html>
)",
        xmlText(translated("en")), title, chartCssVariables(ChartColors::Light),
        chartCssVariables(ChartColors::Dark), htmlStyle, title, xmlText(document.subtitle),
        navigation(document), body.text, htmlScript);
}

} // namespace stepscope
