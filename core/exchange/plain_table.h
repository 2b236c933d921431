#pragma once

#include "core/exchange/table_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A table to be written to a file or the clipboard in any format.
struct PlainTable
{
    struct Column
    {
        std::string title; ///< for readers: "Self time"
        std::string key;   ///< for programs, with the unit: "self_us"
        bool isNumber = true;
    };
    struct Cell
    {
        std::string text; ///< for readers, with its unit: "12.3 µs"
        TableValue value; ///< for programs, in the unit of the column's key
    };

    std::string caption; ///< what the figures cover; may be empty
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< a cell for each column
};

/// The table in a CSV text, whose first row has the keys, also used as titles. A column of only numbers is
/// numeric; its texts have up to six digits. An empty field is an absent value.
PlainTable plainTable(std::string_view csv);

/// The keys and values of all rows, without the caption.
std::string csvText(const PlainTable& table);
/// An object with the caption, if any, as "covers", and an array of rows; each row is an object by the
/// columns' keys.
std::string jsonText(const PlainTable& table);
/// Titles and texts, below the caption.
std::string markdownText(const PlainTable& table);
/// A tabular environment of titles and texts; texts of more than 40 characters are cut. If it fits in the
/// line of an article on A4, no package is needed. A wider table is scaled down to the line; a very wide one
/// is put on its own page in landscape. A table with more rows than fit on a page is a longtable, which
/// repeats the titles on each page: in smaller type, in landscape, or in parts with some of the columns each,
/// depending on its width. The caption and the required packages are comments above it.
std::string latexText(const PlainTable& table);

/// The table with only these columns, by their keys, in that order. Throws Error for a key that the table
/// does not have.
PlainTable withColumns(const PlainTable& table, const std::vector<std::string>& keys);
/// The table without columns that have no value in any row.
PlainTable withoutEmptyColumns(PlainTable table);

/// As text in LaTeX: special characters are escaped, micro and minus signs and the like are written so that
/// every LaTeX sets them, and line breaks become spaces.
std::string latexText(std::string_view text);

} // namespace stepscope
