#include "core/report/document.h"

#include <fmt/format.h>

#include <utility>

namespace stepscope {

namespace {

class MarkdownWriter
{
public:
    explicit MarkdownWriter(std::string pictureExtension)
        : m_extension(std::move(pictureExtension))
    {
    }

    void operator()(const DocumentHeading& heading)
    {
        m_text += fmt::format("{} {}\n\n", std::string(size_t(heading.level), '#'), line(heading.text));
    }

    void operator()(const DocumentParagraph& paragraph) { m_text += line(paragraph.text) + "\n\n"; }

    void operator()(const DocumentList& list)
    {
        for (const auto& item : list.items)
            m_text += fmt::format("- {}\n", line(item));
        m_text += "\n";
    }

    void operator()(const DocumentTable& table)
    {
        if (!table.caption.empty())
            m_text += fmt::format("**{}**\n\n", line(table.caption));
        m_text += "|";
        for (const auto& column : table.columns)
            m_text += fmt::format(" {} |", markdownText(column.title));
        m_text += "\n|";
        for (const auto& column : table.columns)
            m_text += column.isNumber ? " ---: |" : " --- |";
        m_text += "\n";
        for (const auto& row : table.rows) {
            m_text += "|";
            for (const auto& cell : row)
                m_text += fmt::format(" {} |", cellText(cell.text, markdownText, "<br>"));
            m_text += "\n";
        }
        m_text += fmt::format("\n[{0}.csv](tables/{0}.csv)\n\n", table.id);
    }

    void operator()(const DocumentFigures& figures)
    {
        for (const auto& figure : figures.figures)
            m_text +=
                fmt::format("![{}](pictures/{}{})\n\n", markdownText(figure.caption), figure.id, m_extension);
    }

    std::string m_text;

private:
    /// Text at the start of a line must not become a list or a heading.
    static std::string line(const std::string& text)
    {
        auto escaped = markdownText(text);
        const auto digits = escaped.find_first_not_of("0123456789");
        if (!escaped.empty() && (escaped[0] == '-' || escaped[0] == '+' || escaped[0] == '='))
            escaped.insert(0, "\\");
        else if (digits > 0 && digits != std::string::npos &&
                 (escaped[digits] == '.' || escaped[digits] == ')'))
            escaped.insert(digits, "\\");
        return escaped;
    }

    std::string m_extension;
};

} // namespace

std::string documentMarkdown(const Document& document, const std::string& pictureExtension)
{
    MarkdownWriter writer(pictureExtension);
    writer(DocumentHeading{.level = 1, .text = document.title});
    if (!document.subtitle.empty())
        writer(DocumentParagraph{.text = document.subtitle});
    for (const auto& block : document.blocks)
        std::visit([&](const auto& one) { writer(one); }, block);
    writer.m_text.pop_back(); // one line break ends the file
    return std::move(writer.m_text);
}

} // namespace stepscope
