#include "app/text_table.h"

#include "core/base/text/text_width.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stepscope {

TextTable::TextTable(std::string indent, std::vector<Column> columns)
    : m_indent(std::move(indent))
    , m_columns(std::move(columns))
{
    std::vector<std::string> titles;
    for (Column& column : m_columns) {
        column.width = std::max(column.width, displayWidth(column.title));
        titles.push_back(column.title);
    }
    add(titles);
}

void TextTable::add(const std::vector<std::string>& cells)
{
    std::string line;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        const auto& [title, align, width] = m_columns[i];
        line += i == 0 ? m_indent : "  ";
        line += align == Align::Left ? fmt::format("{:<{}}", cells[i], width)
                                     : fmt::format("{:>{}}", cells[i], width);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    m_text += line + "\n";
}

} // namespace stepscope
