#include "core/exchange/plain_table.h"

#include <array>
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

} // namespace

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
