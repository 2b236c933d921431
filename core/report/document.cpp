#include "core/report/document.h"

#include "core/base/files/csv.h"

namespace stepscope {

std::string cellText(std::string_view text, std::string (*convert)(std::string_view),
                     std::string_view lineBreak)
{
    std::string lines;
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        lines += convert(text.substr(0, end));
        lines += lineBreak;
        text.remove_prefix(end + 1);
    }
    return lines + convert(text);
}

std::string tableCsv(const DocumentTable& table)
{
    if (!table.csv.empty())
        return table.csv;
    CsvWriter csv;
    for (const auto& column : table.columns)
        csv.field(column.title);
    csv.endRow();
    for (const auto& row : table.rows) {
        for (const auto& cell : row) {
            if (std::holds_alternative<std::monostate>(cell.value))
                csv.field(cell.text == absentText ? std::string() : cell.text);
            else
                writeField(csv, cell.value);
        }
        csv.endRow();
    }
    return csv.text();
}

} // namespace stepscope
