#pragma once

#include "core/exchange/table_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A table that is written to a file or the clipboard, in whichever format.
struct PlainTable
{
    struct Column
    {
        std::string title; ///< for those who read it: "Self time"
        std::string key;   ///< for programs, with the unit: "self_us"
        bool isNumber = true;
    };
    struct Cell
    {
        std::string text; ///< for those who read it, with its unit: "12.3 µs"
        TableValue value; ///< for programs, in the unit of the column's key
    };

    std::string caption; ///< what the figures cover; may be empty
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< a cell for each column
};

/// The table that CSV text holds, its first row the keys, which serve as titles too. A column whose fields
/// are all numbers is one of numbers, which have up to six digits in texts; an empty field is an absent
/// value.
PlainTable plainTable(std::string_view csv);

/// The keys and values of all rows, without the caption.
std::string csvText(const PlainTable& table);
/// An object with the caption, if there is one, as "covers", and an array of rows, in which each row is an
/// object by the columns' keys.
std::string jsonText(const PlainTable& table);
/// Titles and texts, below the caption.
std::string markdownText(const PlainTable& table);
/// A tabular environment of titles and texts; texts of more than 40 characters are cut. Where it fits the
/// line of an article on A4, no package is needed. A wider table is scaled down to the line, a very wide one
/// put on a page of its own in landscape. Of more rows than a page has it is a longtable, which repeats the
/// titles on each page: in smaller type, in landscape, or in parts with some of the columns each, as its
/// width needs. The caption and the packages needed are comments above it.
std::string latexText(const PlainTable& table);

/// The table with these columns alone, by their keys, in that order. Throws Error for a key that the table
/// does not have.
PlainTable withColumns(const PlainTable& table, const std::vector<std::string>& keys);
/// Without columns that have no value in any row.
PlainTable withoutEmptyColumns(PlainTable table);

/// As text in LaTeX: what means something there is escaped, micro and minus signs and the like are written so
/// that every LaTeX sets them, and line breaks become blanks.
std::string latexText(std::string_view text);

} // namespace stepscope
