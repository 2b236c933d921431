#include "core/exchange/plain_table.h"

#include "core/base/error.h"
#include "core/base/visible_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace stepscope {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 22> latexSpellings = {{
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
    {"\r", " "},
    {"µ", "$\\mu$"},
    {"μ", "$\\mu$"},
    {"−", "$-$"},
    {"×", "$\\times$"},
    {"–", "--"},
    {"…", "\\ldots{}"},
}};

/// The rows of CSV as RFC 4180 has it, with any kind of line end.
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

template<typename Number>
std::optional<Number> numberOf(const std::string& text)
{
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

TableValue valueOf(const std::string& field, bool isNumber)
{
    if (field.empty())
        return {};
    if (!isNumber)
        return field;
    if (const auto whole = numberOf<int64_t>(field))
        return *whole;
    return *numberOf<double>(field);
}

/// Six digits are more than anyone reads.
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
                table.columns[i].isNumber && (row[i].empty() || numberOf<double>(row[i]));
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

std::string latexText(std::string_view plainText)
{
    const std::string visible = visibleText(plainText);
    std::string_view text = visible;
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

/// In characters.
constexpr size_t longestLatexText = 40;
constexpr size_t rowsPerLatexPage = 40;

bool isStartOfCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

size_t charactersOf(const std::string& text)
{
    return size_t(std::ranges::count_if(text, isStartOfCharacter));
}

std::string cutForLatex(const std::string& text)
{
    if (charactersOf(text) <= longestLatexText)
        return text;
    size_t end = 0;
    for (size_t count = 0; end < text.size(); ++end) {
        if (isStartOfCharacter(text[end]) && ++count == longestLatexText)
            break;
    }
    return text.substr(0, end) + "…";
}

/// How wide a table is about, in points: in ten-point type with the usual space between columns.
double latexWidth(const PlainTable& table)
{
    constexpr double pointsPerCharacter = 4.8;
    constexpr double pointsPerColumn = 12.0;
    double width = 0.0;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        size_t widest = charactersOf(table.columns[i].title);
        for (const auto& row : table.rows)
            widest = std::max(widest, std::min(charactersOf(row[i].text), longestLatexText));
        width += pointsPerColumn + pointsPerCharacter * double(widest);
    }
    return width;
}

std::string latexTabular(const PlainTable& table, size_t firstRow, size_t endRow)
{
    std::string text = "\\begin{tabular}{";
    for (const auto& column : table.columns)
        text += column.isNumber ? 'r' : 'l';
    text += "}\n\\hline\n";
    const auto line = [&](const auto& cells, const auto& textOf) {
        for (size_t i = 0; i < cells.size(); ++i)
            text += (i > 0 ? " & " : "") + latexText(std::string_view(cutForLatex(textOf(cells[i]))));
        text += " \\\\\n";
    };
    line(table.columns, [](const PlainTable::Column& column) -> const std::string& { return column.title; });
    text += "\\hline\n";
    for (size_t row = firstRow; row < endRow; ++row)
        line(table.rows[row], [](const PlainTable::Cell& cell) -> const std::string& { return cell.text; });
    return text + "\\hline\n\\end{tabular}";
}

} // namespace

std::string latexText(const PlainTable& table)
{
    constexpr double lineWidth = 345.0; // of LaTeX's class "article" on A4 and letter paper
    constexpr double readable = 1.75;   // to be scaled down by, on a page in portrait
    const double width = latexWidth(table);
    const bool isScaled = width > lineWidth;
    const bool isLandscape = width > lineWidth * readable;
    std::string text = table.caption.empty() ? std::string() : "% " + latexText(table.caption) + "\n";
    if (isScaled)
        text += fmt::format("% The document needs \\usepackage{{{}}}.\n",
                            isLandscape ? "graphicx,lscape" : "graphicx");
    text += isLandscape ? "\\begin{landscape}\n" : "";
    size_t first = 0;
    do {
        const size_t end = std::min(first + rowsPerLatexPage, table.rows.size());
        const std::string tabular = latexTabular(table, first, end);
        text += first > 0 ? "\n\\par\\bigskip\n" : "";
        text += isScaled ? "\\noindent\\resizebox{\\linewidth}{!}{%\n" + tabular + "}\n" : tabular + "\n";
        first = end;
    } while (first < table.rows.size());
    return text + (isLandscape ? "\\end{landscape}\n" : "");
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
            throw Error(fmt::format("The table has no column {}; it has {}.", key, fmt::join(known, ", ")));
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
