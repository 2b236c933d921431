#pragma once

#include "core/exchange/table_value.h"
#include "core/report/charts/chart.h"

#include <string>
#include <variant>
#include <vector>

namespace stepscope {

// A report before it is HTML or Markdown. All texts are plain; whoever writes a format escapes them.

struct DocumentHeading
{
    int level = 2; ///< 2 to 4
    std::string text;
    std::string color = {}; ///< of the run it speaks of, or empty
};

struct DocumentParagraph
{
    std::string text;
    bool muted = false; ///< explains, rather than tells
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
        std::string color = {}; ///< of the run it speaks of, or empty
    };
    struct Cell
    {
        std::string text;
        TableValue value = {};  ///< to sort by, and for CSV; none: the text
        std::string color = {}; ///< of the run it speaks of, or empty
    };
    std::string id; ///< name of its CSV file
    std::string caption;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    bool sortable = true;
    std::string csv = {}; ///< what its file holds; empty: the cells
};

struct DocumentFigure
{
    std::string id; ///< for file names
    std::string caption;
    Chart chart = {};
    std::string svg = {}; ///< instead of a chart, drawn on white
    std::string png = {}; ///< of that SVG, the file's content; empty: to be painted
    bool wide = false;    ///< as wide as the page, not half of it
};

struct DocumentFigures ///< beside each other where there is room
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
    std::vector<std::string> problems = {}; ///< sentences on what could not be made
};

/// Its file's content.
std::string tableCsv(const DocumentTable& table);

/// One self-contained page: well-formed as XML, too, with styles, pictures and a script that sorts tables in
/// it, and nothing fetched.
std::string documentHtml(const Document& document);

/// With pictures "pictures/ID.EXTENSION" and tables' files "tables/ID.csv" beside it.
std::string documentMarkdown(const Document& document, const std::string& pictureExtension);

} // namespace stepscope
