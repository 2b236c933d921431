#include "ui/window/help/manual_style.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>

#include <algorithm>
#include <utility>
#include <vector>

namespace stepscope::ui {

namespace {

constexpr qreal charactersInLine = 76; ///< of text
constexpr qreal charactersInTable = 136;
constexpr qreal sideMargin = 32;

qreal widthOf(qreal characters, const QFont& font)
{
    return characters * QFontMetricsF(font).averageCharWidth();
}

QTextTable* tableOf(const QTextBlock& block)
{
    return QTextCursor(block).currentTable();
}

/// Whether the block is a line of code: every one has a language, if only an empty one.
bool isCode(const QTextBlock& block)
{
    return block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
}

/// Text of one format.
struct Piece
{
    int from;
    int to;
    QTextCharFormat format;
};

/// Copied first, because changing formats merges and splits fragments.
std::vector<Piece> piecesOf(const QTextBlock& block)
{
    std::vector<Piece> pieces;
    for (auto part = block.begin(); !part.atEnd(); ++part) {
        const QTextFragment fragment = part.fragment();
        pieces.push_back(
            {fragment.position(), fragment.position() + fragment.length(), fragment.charFormat()});
    }
    return pieces;
}

class PageStyle
{
public:
    PageStyle(QTextDocument* document, const QFont& font, const ThemeColors& colors)
        : m_document(document)
        , m_font(font)
        , m_fixed(QFontDatabase::systemFont(QFontDatabase::FixedFont))
        , m_colors(colors)
    {
    }

    void apply()
    {
        QTextCursor edit(m_document);
        edit.beginEditBlock();
        m_document->setDefaultFont(m_font);
        m_document->setIndentWidth(1.4 * QFontMetricsF(m_font).height());
        for (QTextBlock block = m_document->begin(); block.isValid(); block = block.next()) {
            styleBlock(block);
            styleText(block);
        }
        frameCode();
        for (QTextFrame* frame : m_document->rootFrame()->childFrames()) {
            if (auto* table = qobject_cast<QTextTable*>(frame))
                styleTable(table);
        }
        edit.endEditBlock();
    }

private:
    void styleBlock(const QTextBlock& block) const
    {
        QTextBlockFormat format = block.blockFormat();
        const qreal em = QFontMetricsF(m_font).height();
        const int level = format.headingLevel();
        qreal above = 0;
        qreal below = 0;
        qreal lineHeight = 140;
        if (level > 0) {
            above = block.blockNumber() == 0 ? 0 : level <= 2 ? 1.6 * em : 1.1 * em;
            below = level == 1 ? 0.8 * em : 0.5 * em;
            lineHeight = 115;
        } else if (tableOf(block)) {
            lineHeight = 125;
        } else if (block.textList()) {
            below = block.next().textList() ? 0.3 * em : 0.7 * em;
        } else if (!isCode(block)) {
            below = 0.7 * em;
        }
        format.setTopMargin(above);
        format.setBottomMargin(below);
        format.setLineHeight(lineHeight, QTextBlockFormat::ProportionalHeight);
        QTextCursor(block).setBlockFormat(format);
    }

    void styleText(const QTextBlock& block) const
    {
        const int level = block.blockFormat().headingLevel();
        QTextCursor cursor(m_document);
        for (const Piece& piece : piecesOf(block)) {
            QTextCharFormat format = piece.format;
            format.clearProperty(QTextFormat::FontSizeAdjustment);
            format.setFontPointSize(m_font.pointSizeF() * sizeOf(level));
            if (level > 0) {
                format.setFontWeight(QFont::DemiBold);
                format.setAnchor(true);
                format.setAnchorNames({anchorOf(block.text())});
            } else if (format.fontWeight() > QFont::Normal) {
                format.setFontWeight(QFont::DemiBold);
            }
            if (isCode(block) || format.fontFixedPitch())
                styleCode(format, isCode(block));
            if (!format.anchorHref().isEmpty())
                styleLink(format, tableOf(block) != nullptr);
            cursor.setPosition(piece.from);
            cursor.setPosition(piece.to, QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
        }
    }

    static qreal sizeOf(int headingLevel)
    {
        return headingLevel == 1 ? 1.9 : headingLevel == 2 ? 1.35 : headingLevel == 3 ? 1.12 : 1.0;
    }

    /// Links in sentences are underlined; in a table, links are recognizable without underlining.
    void styleLink(QTextCharFormat& format, bool isInTable) const
    {
        format.setForeground(m_colors.accent);
        format.setFontUnderline(!isInTable);
    }

    void styleCode(QTextCharFormat& format, bool isBlock) const
    {
        format.setFontFamilies({m_fixed.family()});
        format.setFontPointSize(format.fontPointSize() * 0.92);
        if (!isBlock)
            format.setBackground(m_colors.raised);
    }

    /// Puts the lines of each piece of code into a frame of their own.
    void frameCode() const
    {
        const qreal em = QFontMetricsF(m_font).height();
        QTextFrameFormat frame;
        frame.setBackground(m_colors.raised);
        frame.setPadding(0.6 * em);
        frame.setTopMargin(0.2 * em);
        frame.setBottomMargin(0.9 * em);
        std::vector<std::pair<int, int>> places;
        for (QTextBlock block = m_document->begin(); block.isValid(); block = block.next()) {
            if (!isCode(block))
                continue;
            const int end = block.position() + block.length() - 1;
            if (!places.empty() && places.back().second == block.position() - 1)
                places.back().second = end;
            else
                places.emplace_back(block.position(), end);
        }
        std::ranges::reverse(places); // so that the others stay where they are
        for (const auto& [from, to] : places)
            frameLines(from, to, frame);
    }

    void frameLines(int from, int to, const QTextFrameFormat& format) const
    {
        QTextCursor lines(m_document);
        lines.setPosition(from);
        lines.setPosition(to, QTextCursor::KeepAnchor);
        QTextFrame* frame = lines.insertFrame(format);
        QTextBlockFormat line;
        line.setLineHeight(130, QTextBlockFormat::ProportionalHeight);
        lines.setPosition(frame->firstPosition());
        lines.setPosition(frame->lastPosition(), QTextCursor::KeepAnchor);
        lines.setBlockFormat(line);
        removeEmptyBlock(frame->lastPosition() + 1);
        removeEmptyBlock(frame->firstPosition() - 1);
        const QTextBlock next = m_document->findBlock(frame->lastPosition() + 1);
        if (next.blockFormat().headingLevel() == 0)
            return;
        QTextFrameFormat beforeHeading = format; // whose own margin Qt leaves out here
        beforeHeading.setBottomMargin(next.blockFormat().topMargin());
        frame->setFrameFormat(beforeHeading);
    }

    /// One that is left beside a frame.
    void removeEmptyBlock(int position) const
    {
        const QTextBlock block = m_document->findBlock(position);
        const QTextBlock next = block.next();
        const QTextBlock previous = block.previous();
        QTextCursor cursor(block);
        const auto isBeside = [&](const QTextBlock& other) {
            return other.isValid() && QTextCursor(other).currentFrame() == cursor.currentFrame();
        };
        if (block.length() != 1)
            return;
        if (isBeside(next)) {
            const QTextBlockFormat format = next.blockFormat();
            cursor.deleteChar();
            cursor.setBlockFormat(format);
        } else if (isBeside(previous)) {
            const QTextBlockFormat format = previous.blockFormat();
            cursor.deletePreviousChar();
            cursor.setBlockFormat(format);
        }
    }

    void styleTable(QTextTable* table) const
    {
        const qreal em = QFontMetricsF(m_font).height();
        QTextTableFormat format = table->format();
        format.setBorder(0);
        format.setBorderCollapse(true);
        format.setCellSpacing(0);
        format.setCellPadding(0.35 * em);
        format.setTopMargin(0.2 * em);
        format.setBottomMargin(0.9 * em);
        table->setFormat(format);
        for (int row = 0; row < table->rows(); ++row) {
            for (int column = 0; column < table->columns(); ++column)
                styleCell(table->cellAt(row, column), row == 0);
        }
    }

    void styleCell(QTextTableCell cell, bool isHeader) const
    {
        QTextTableCellFormat format = cell.format().toTableCellFormat();
        format.setBottomBorder(1);
        format.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBottomBorderBrush(isHeader ? m_colors.border : m_colors.grid);
        format.setVerticalAlignment(QTextCharFormat::AlignTop);
        cell.setFormat(format);
        if (!isHeader)
            return;
        QTextCursor text = cell.firstCursorPosition();
        text.setPosition(cell.lastPosition(), QTextCursor::KeepAnchor);
        QTextCharFormat muted;
        muted.setForeground(m_colors.mutedText);
        muted.setFontWeight(QFont::DemiBold);
        text.mergeCharFormat(muted);
    }

    QTextDocument* m_document;
    QFont m_font;
    QFont m_fixed;
    ThemeColors m_colors;
};

/// Scales pictures down to the width. Returns whether there are any.
bool fitPictures(const QTextBlock& block, qreal width)
{
    QTextDocument* document = QTextCursor(block).document();
    bool hasPictures = false;
    for (const Piece& piece : piecesOf(block)) {
        if (!piece.format.isImageFormat())
            continue;
        QTextImageFormat format = piece.format.toImageFormat();
        const QUrl name = document->baseUrl().resolved(QUrl(format.name()));
        const auto image = document->resource(QTextDocument::ImageResource, name).value<QImage>();
        if (image.isNull())
            continue;
        hasPictures = true;
        format.setWidth(std::min<qreal>(image.width(), width));
        format.setHeight(format.width() * image.height() / image.width());
        QTextCursor cursor(block);
        cursor.setPosition(piece.from);
        cursor.setPosition(piece.to, QTextCursor::KeepAnchor);
        cursor.setCharFormat(format);
    }
    return hasPictures;
}

} // namespace

QString anchorOf(const QString& heading)
{
    QString anchor;
    for (const QChar each : heading.toLower()) {
        if (each.isLetterOrNumber() || each == '-' || each == '_')
            anchor += each;
        else if (each == ' ')
            anchor += '-';
    }
    return anchor;
}

void stylePage(QTextDocument* document, const QFont& font, const ThemeColors& colors)
{
    PageStyle(document, font, colors).apply();
}

void fitPage(QTextDocument* document, const QFont& font, qreal width)
{
    const qreal available = std::max(width - 2 * sideMargin, 1.0);
    const qreal page = std::min(available, widthOf(charactersInTable, font));
    const qreal rightOfText = std::max(page - widthOf(charactersInLine, font), 0.0);
    QTextCursor edit(document);
    edit.beginEditBlock();
    QTextFrameFormat frame = document->rootFrame()->frameFormat();
    frame.setMargin(0);
    frame.setLeftMargin(sideMargin);
    frame.setRightMargin(sideMargin + available - page);
    frame.setTopMargin(0.75 * sideMargin);
    frame.setBottomMargin(2 * sideMargin);
    document->rootFrame()->setFrameFormat(frame);
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        const bool isWide = fitPictures(block, page);
        if (QTextCursor(block).currentFrame() != document->rootFrame())
            continue; // a table, or code
        QTextBlockFormat format = block.blockFormat();
        format.setRightMargin(isWide ? 0 : rightOfText);
        QTextCursor(block).setBlockFormat(format);
    }
    edit.endEditBlock();
}

QList<PageHeading> headingsOf(const QTextDocument* document)
{
    QList<PageHeading> headings;
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        if (const int level = block.blockFormat().headingLevel(); level > 1)
            headings += PageHeading{block.text(), anchorOf(block.text()), level};
    }
    return headings;
}

} // namespace stepscope::ui
