#include "core/exchange/plain_table.h"

#include <fmt/format.h>

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

std::string latexText(std::string_view text)
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
    return jsonText(nlohmann::ordered_json{{"covers", table.caption}, {"rows", std::move(rows)}});
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

std::string latexText(const PlainTable& table)
{
    std::string text = table.caption.empty() ? std::string() : "% " + latexText(table.caption) + "\n";
    text += "\\begin{tabular}{";
    for (const auto& column : table.columns)
        text += column.isNumber ? 'r' : 'l';
    text += "}\n\\hline\n";
    const auto line = [&](const auto& cells, const auto& textOf) {
        for (size_t i = 0; i < cells.size(); ++i)
            text += (i > 0 ? " & " : "") + latexText(std::string_view(textOf(cells[i])));
        text += " \\\\\n";
    };
    line(table.columns, [](const PlainTable::Column& column) -> const std::string& { return column.title; });
    text += "\\hline\n";
    for (const auto& row : table.rows)
        line(row, [](const PlainTable::Cell& cell) -> const std::string& { return cell.text; });
    return text + "\\hline\n\\end{tabular}\n";
}

} // namespace stepscope
