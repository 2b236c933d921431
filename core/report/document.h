#pragma once

#include "core/exchange/table_value.h"
#include "core/report/charts/chart.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stepscope {

// A report before it is written as HTML or Markdown. All texts are plain; the writer of a format escapes
// them.

struct DocumentHeading
{
    int level = 2; ///< 2 to 4
    std::string text;
    std::string color = {};  ///< of the run described, or empty
    bool startsPage = false; ///< in print
};

struct DocumentParagraph
{
    std::string text;
    bool muted = false; ///< an explanation, not a result
};

struct DocumentList
{
    std::vector<std::string> items;
    bool warns = false;
};

struct DocumentTable
{
    struct Column
    {
        std::string title;
        bool isNumber = false;
        std::string color = {}; ///< of the run described, or empty
    };
    struct Cell
    {
        std::string text;       ///< may have several lines
        TableValue value = {};  ///< for sorting and CSV; none: the text
        std::string color = {}; ///< of the run described, or empty
    };
    std::string id; ///< the name of its CSV file
    std::string caption;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    bool sortable = true;
    std::string csv = {}; ///< the content of its file; empty: the cells
};

struct DocumentFigure
{
    std::string id; ///< for file names
    std::string caption;
    Chart chart = {};
    std::string svg = {}; ///< instead of a chart, drawn on white
    std::string png = {}; ///< the PNG file of that SVG; empty: to be painted
    bool wide = false;    ///< as wide as the page instead of half of it
};

struct DocumentFigures ///< side by side if there is room
{
    std::vector<DocumentFigure> figures;
};

using DocumentBlock =
    std::variant<DocumentHeading, DocumentParagraph, DocumentList, DocumentTable, DocumentFigures>;

struct Document
{
    std::string title;
    std::string subtitle;
    std::vector<DocumentBlock> blocks;
    std::vector<std::string> problems = {}; ///< sentences about what could not be made
};

/// A cell's lines, each converted, with a break between them.
std::string cellText(std::string_view text, std::string (*convert)(std::string_view),
                     std::string_view lineBreak);

/// The content of its CSV file.
std::string tableCsv(const DocumentTable& table);

/// One self-contained page: also well-formed XML, with embedded styles, pictures and a script for sorting
/// tables; it fetches nothing.
std::string documentHtml(const Document& document);

/// Refers to pictures "pictures/ID.EXTENSION" and tables "tables/ID.csv" in its folder.
std::string documentMarkdown(const Document& document, const std::string& pictureExtension);

} // namespace stepscope
