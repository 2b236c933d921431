#pragma once

#include <string>
#include <vector>

namespace stepscope {

/// A table for a terminal: titles, and rows below them in aligned columns.
class TextTable
{
public:
    enum class Align { Left, Right };

    struct Column
    {
        std::string title;
        Align align = Align::Left;
        /// The least number of terminal columns. A longer title widens the column; a longer cell only moves
        /// the rest of its row.
        size_t width = 0;
    };

    /// Each line starts with `indent`.
    TextTable(std::string indent, std::vector<Column> columns);

    /// Adds a row with a cell for each column.
    void add(const std::vector<std::string>& cells);
    /// The lines, without blanks at their ends.
    const std::string& text() const { return m_text; }

private:
    std::string m_indent;
    std::vector<Column> m_columns;
    std::string m_text;
};

} // namespace stepscope
