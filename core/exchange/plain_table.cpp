#include "core/exchange/plain_table.h"

#include "core/base/error.h"
#include "core/base/text/parse_text.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace stepscope {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 21> latexSpellings = {{
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "''"}, // \\textquotedbl is missing from the old font encoding
    {"\n", " "},
    {"µ", "$\\mu$"},
    {"μ", "$\\mu$"},
    {"−", "$-$"},
    {"×", "$\\times$"},
    {"–", "--"},
    {"…", "\\ldots{}"},
}};

/// The rows of CSV according to RFC 4180, with any kind of line end.
std::vector<std::vector<std::string>> csvRows(std::string_view text)
{
    std::vector<std::vector<std::string>> rows;
    bool isQuoted = false;
    bool isNewRow = true;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (std::exchange(isNewRow, false))
            rows.push_back({""});
        std::string& field = rows.back().back();
        if (isQuoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
            field += text[++i];
        else if (c == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && c == ',')
            rows.back().emplace_back();
        else if (!isQuoted && c == '\n')
            isNewRow = true;
        else if (isQuoted || c != '\r')
            field += c;
    }
    return rows;
}

TableValue valueOf(const std::string& field, bool isNumber)
{
    if (field.empty())
        return {};
    if (!isNumber)
        return field;
    if (const auto whole = parseNumber<int64_t>(field))
        return *whole;
    return *parseNumber<double>(field);
}

/// Numbers have at most six digits.
std::string textOf(const std::string& field, const TableValue& value)
{
    const auto* real = std::get_if<double>(&value);
    if (!real || *real == 0.0 || !std::isfinite(*real))
        return field;
    constexpr int digits = 6;
    constexpr int mostDecimals = 12;
    const int decimals = std::max(digits - 1 - int(std::floor(std::log10(std::abs(*real)))), 0);
    if (decimals > mostDecimals)
        return field;
    auto text = fmt::format("{:.{}f}", *real, decimals);
    if (decimals > 0) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.'))
            text.pop_back();
    }
    return text.size() < field.size() ? text : field;
}

} // namespace

PlainTable plainTable(std::string_view csv)
{
    auto rows = csvRows(csv);
    PlainTable table;
    if (rows.empty())
        return table;
    for (const auto& key : rows.front())
        table.columns.push_back({.title = key, .key = key, .isNumber = true});
    rows.erase(rows.begin());
    for (auto& row : rows) {
        row.resize(table.columns.size());
        for (size_t i = 0; i < row.size(); ++i)
            table.columns[i].isNumber =
                table.columns[i].isNumber && (row[i].empty() || parseNumber<double>(row[i]));
    }
    for (const auto& row : rows) {
        auto& cells = table.rows.emplace_back();
        for (size_t i = 0; i < row.size(); ++i) {
            auto value = valueOf(row[i], table.columns[i].isNumber);
            auto text = textOf(row[i], value);
            cells.push_back({std::move(text), std::move(value)});
        }
    }
    return table;
}

namespace {

std::string latexOfVisible(std::string_view text)
{
    std::string escaped;
    while (!text.empty()) {
        size_t length = 1;
        std::string_view spelling = text.substr(0, 1);
        for (const auto& [plain, latex] : latexSpellings) {
            if (text.starts_with(plain)) {
                length = plain.size();
                spelling = latex;
                break;
            }
        }
        escaped += spelling;
        text.remove_prefix(length);
    }
    return escaped;
}

} // namespace

std::string latexText(std::string_view plainText)
{
    return latexOfVisible(visibleText(plainText));
}

std::string csvText(const PlainTable& table)
{
    std::vector<std::string> header;
    for (const auto& column : table.columns)
        header.push_back(column.key);
    CsvWriter csv(header);
    for (const auto& row : table.rows) {
        for (const auto& cell : row)
            writeField(csv, cell.value);
        csv.endRow();
    }
    return csv.text();
}

std::string jsonText(const PlainTable& table)
{
    auto rows = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
        auto object = nlohmann::ordered_json::object();
        for (size_t i = 0; i < row.size(); ++i)
            object[table.columns[i].key] = jsonOf(row[i].value);
        rows.push_back(std::move(object));
    }
    auto json = nlohmann::ordered_json::object();
    if (!table.caption.empty())
        json["covers"] = table.caption;
    json["rows"] = std::move(rows);
    return jsonText(json);
}

std::string markdownText(const PlainTable& table)
{
    std::string text = table.caption.empty() ? std::string() : markdownText(table.caption) + "\n\n";
    text += "|";
    for (const auto& column : table.columns)
        text += " " + markdownText(column.title) + " |";
    text += "\n|";
    for (const auto& column : table.columns)
        text += column.isNumber ? " ---: |" : " --- |";
    text += "\n";
    for (const auto& row : table.rows) {
        text += "|";
        for (const auto& cell : row)
            text += " " + markdownText(cell.text) + " |";
        text += "\n";
    }
    return text;
}

namespace {

/// Limit in characters.
constexpr size_t longestLatexText = 40;

/// For LaTeX's class "article" on A4 paper, in points.
constexpr double latexLineWidth = 345.0;
constexpr double latexPageHeight = 598.0; ///< the width of a line in landscape

/// Rows that fit on a page in ten-point type, including the head.
constexpr size_t rowsOfLatexPage = 40;
constexpr size_t rowsOfLatexLandscape = 24;

/// A type size and the width of its characters relative to those of ten points: small characters are wider
/// for their height.
struct LatexSize
{
    const char* command;
    double width;
    double columnGap; ///< \tabcolsep in points; a column has two of these
};
constexpr std::array<LatexSize, 5> latexSizes = {{{"\\normalsize", 1.0, 6.0},
                                                  {"\\small", 0.925, 4.0},
                                                  {"\\footnotesize", 0.85, 3.0},
                                                  {"\\scriptsize", 0.797, 3.0},
                                                  {"\\tiny", 0.681, 2.0}}};

bool isStartOfCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

size_t charactersOf(const std::string& text)
{
    return size_t(std::ranges::count_if(text, isStartOfCharacter));
}

/// Cuts the visible text: control characters count with their written form.
std::string cutForLatex(const std::string& plainText)
{
    const std::string text = visibleText(plainText);
    if (charactersOf(text) <= longestLatexText)
        return text;
    size_t end = 0;
    for (size_t count = 0; end < text.size(); ++end) {
        if (isStartOfCharacter(text[end]) && ++count == longestLatexText)
            break;
    }
    return text.substr(0, end) + "…";
}

/// Characters of Computer Modern in ten points by their largest width.
constexpr std::array<std::pair<double, std::string_view>, 8> latexCharacters = {
    {{3.1, "fijlI.,:;'!|"},
     {4.0, "rst-()[]_ "},
     {4.5, "cez"},
     {5.3, "agkovxy0123456789*/?$\\{}\"~^"},
     {5.6, "bdhnpquJS"},
     {7.9, "wABCDEFGHKLNOPQRTUVXYZ<>"},
     {10.3, "MW@%"},
     {8.4, "m=+&#"}}};

/// The width of a text in that type, rounded up.
double latexWidth(const std::string& text)
{
    constexpr double widest = 13.4; // of "…", which is three points and their space
    double width = 0.0;
    for (const char c : cutForLatex(text)) {
        if (!isStartOfCharacter(c))
            continue;
        const auto known = std::ranges::find_if(latexCharacters, [c](const auto& characters) {
            return characters.second.find(c) != std::string_view::npos;
        });
        width += known == latexCharacters.end() ? widest : known->first;
    }
    return width;
}

/// The width of each column in ten-point type, without the space between columns.
std::vector<double> latexWidths(const PlainTable& table)
{
    std::vector<double> widths;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        double widest = latexWidth(table.columns[i].title);
        for (const auto& row : table.rows)
            widest = std::max(widest, latexWidth(row[i].text));
        widths.push_back(widest);
    }
    return widths;
}

double widthIn(const LatexSize& size, std::span<const double> columns)
{
    double width = 0.0;
    for (const double each : columns)
        width += each * size.width + 2 * size.columnGap;
    return width;
}

std::string latexColumns(const PlainTable& table)
{
    std::string text = "{";
    for (const auto& column : table.columns)
        text += column.isNumber ? 'r' : 'l';
    return text + "}\n\\hline\n";
}

template<typename Cells, typename TextOf>
std::string latexLine(const Cells& cells, const TextOf& textOf)
{
    std::string text;
    for (size_t i = 0; i < cells.size(); ++i)
        text += (i > 0 ? " & " : "") + latexOfVisible(cutForLatex(textOf(cells[i])));
    if (text.starts_with('[') || text.starts_with('*')) // the preceding \\\\ would take it for its argument
        text.insert(0, "{}");
    return text + " \\\\\n";
}

std::string latexHead(const PlainTable& table)
{
    return latexLine(table.columns,
                     [](const PlainTable::Column& column) -> const std::string& { return column.title; }) +
           "\\hline\n";
}

std::string latexRows(const PlainTable& table)
{
    std::string text;
    for (const auto& row : table.rows)
        text += latexLine(row, [](const PlainTable::Cell& cell) -> const std::string& { return cell.text; });
    return text;
}

/// For a table that fits on a page.
std::string latexTabular(const PlainTable& table, bool isScaled)
{
    const std::string tabular = "\\begin{tabular}" + latexColumns(table) + latexHead(table) +
                                latexRows(table) + "\\hline\n\\end{tabular}";
    return isScaled ? "\\noindent\\resizebox{\\linewidth}{!}{%\n" + tabular + "}\n" : tabular + "\n";
}

/// A table over several pages, each with the head.
std::string latexLongTable(const PlainTable& table, const LatexSize& size)
{
    return fmt::format("\\begingroup{}\\setlength{{\\tabcolsep}}{{{}pt}}\n\\begin{{longtable}}{}",
                       size.command, size.columnGap, latexColumns(table)) +
           latexHead(table) + "\\endhead\n\\hline\n\\endfoot\n" + latexRows(table) +
           "\\end{longtable}\n\\endgroup\n";
}

/// The keys of the columns, split into as few parts as fit the width, each with the first text column, which
/// names the rows.
std::vector<std::vector<std::string>> latexParts(const PlainTable& table, std::span<const double> widths,
                                                 const LatexSize& size, double lineWidth)
{
    const auto found = std::ranges::find(table.columns, false, &PlainTable::Column::isNumber);
    const auto names = found == table.columns.end() ? size_t(0) : size_t(found - table.columns.begin());
    std::vector<std::vector<std::string>> parts;
    double width = 0.0;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const double own = widthIn(size, widths.subspan(i, 1));
        if (parts.empty() || width + own > lineWidth) {
            parts.emplace_back();
            width = 0.0;
            if (i > names) {
                parts.back().push_back(table.columns[names].key);
                width = widthIn(size, widths.subspan(names, 1));
            }
        }
        parts.back().push_back(table.columns[i].key);
        width += own;
    }
    return parts;
}

std::string latexNeeds(const char* packages)
{
    const bool isLong = std::string_view(packages).starts_with("longtable");
    const auto text =
        isLong ? translatable("The document needs {packages}, and two runs of LaTeX to align its columns.")
               : translatable("The document needs {packages}.");
    return "% " + translated(text, {{"packages", fmt::format("\\usepackage{{{}}}", packages)}}) + "\n";
}

/// In the largest type that fits the line; otherwise in landscape; otherwise in parts, in the smallest type.
std::string longLatexText(const PlainTable& table, std::span<const double> widths)
{
    const auto fitting = [&](double lineWidth, size_t sizes) {
        return std::ranges::find_if(
                   latexSizes.begin(), latexSizes.begin() + sizes,
                   [&](const LatexSize& size) { return widthIn(size, widths) <= lineWidth; }) -
               latexSizes.begin();
    };
    constexpr size_t legible = 4; // in portrait; landscape is better than smaller type
    if (const auto size = size_t(fitting(latexLineWidth, legible)); size < legible)
        return latexNeeds("longtable") + latexLongTable(table, latexSizes[size]);
    std::string text = latexNeeds("longtable,lscape") + "\\begin{landscape}\n";
    if (const auto size = size_t(fitting(latexPageHeight, latexSizes.size())); size < latexSizes.size())
        return text + latexLongTable(table, latexSizes[size]) + "\\end{landscape}\n";
    for (const auto& keys : latexParts(table, widths, latexSizes.back(), latexPageHeight))
        text += latexLongTable(withColumns(table, keys), latexSizes.back());
    return text + "\\end{landscape}\n";
}

} // namespace

std::string latexText(const PlainTable& table)
{
    constexpr double readable = 1.75; // largest factor to scale down on a page in portrait
    const auto widths = latexWidths(table);
    const double width = widthIn(latexSizes.front(), widths);
    const bool isScaled = width > latexLineWidth;
    const bool isLandscape = width > latexLineWidth * readable;
    const std::string caption =
        table.caption.empty() ? std::string() : "% " + latexText(table.caption) + "\n";
    if (table.rows.size() > (isLandscape ? rowsOfLatexLandscape : rowsOfLatexPage))
        return caption + longLatexText(table, widths);
    if (isLandscape)
        return caption + latexNeeds("graphicx,lscape") + "\\begin{landscape}\n" + latexTabular(table, true) +
               "\\end{landscape}\n";
    return caption + (isScaled ? latexNeeds("graphicx") : "") + latexTabular(table, isScaled);
}

PlainTable withColumns(const PlainTable& table, const std::vector<std::string>& keys)
{
    PlainTable chosen{.caption = table.caption,
                      .columns = {},
                      .rows = std::vector<std::vector<PlainTable::Cell>>(table.rows.size())};
    for (const std::string& key : keys) {
        const auto column = std::ranges::find(table.columns, key, &PlainTable::Column::key);
        if (column == table.columns.end()) {
            std::vector<std::string> known;
            for (const auto& each : table.columns)
                known.push_back(each.key);
            throw UsageError(
                translated("The table has no column {column}; it has {columns}.",
                           {{"column", key}, {"columns", fmt::format("{}", fmt::join(known, ", "))}}));
        }
        chosen.columns.push_back(*column);
        for (size_t row = 0; row < table.rows.size(); ++row)
            chosen.rows[row].push_back(table.rows[row][size_t(column - table.columns.begin())]);
    }
    return chosen;
}

PlainTable withoutEmptyColumns(PlainTable table)
{
    std::vector<std::string> kept;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const auto isKnown = [i](const auto& row) {
            return !std::holds_alternative<std::monostate>(row[i].value);
        };
        if (table.rows.empty() || std::ranges::any_of(table.rows, isKnown))
            kept.push_back(table.columns[i].key);
    }
    return withColumns(table, kept);
}

} // namespace stepscope
