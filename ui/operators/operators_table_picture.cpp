#include "ui/operators/operators_table_picture.h"

#include "ui/operators/operators_model.h"
#include "ui/support/cell_painting.h"
#include "ui/theme/eliding.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <vector>

namespace stepscope::ui {

namespace {

constexpr int margin = 16;
constexpr int tableRowHeight = 26;
constexpr int widestText = 360;
constexpr qsizetype mostRows = 400;

struct OperatorsTablePictureWords
{
    Q_DECLARE_TR_FUNCTIONS(OperatorsTablePicture)
};

class TablePainter
{
public:
    TablePainter(const OperatorsModel& model, const QList<int>& rows, const QList<OperatorColumn>& columns,
                 const QString& caption, const ThemeColors& colors)
        : m_model(model)
        , m_rows(rows.first(std::min(rows.size(), mostRows)))
        , m_columns(columns)
        , m_caption(caption)
        , m_colors(colors)
        , m_font(QGuiApplication::font())
    {
        m_font.setPixelSize(13);
        m_numbers = Theme::tabularFont(m_font);
        for (const int row : m_rows)
            m_names += m_model.text(row, OperatorColumn::Name);
        if (rows.size() > mostRows)
            m_caption += OperatorsTablePictureWords::tr(" (%n more row(s) are left out)", nullptr,
                                                        int(rows.size() - mostRows));
        measure();
    }

    QSize size() const
    {
        return {m_width + 2 * margin, 2 * margin + tableRowHeight * int(m_rows.size() + 1) + captionHeight()};
    }

    void paint(QPainter& painter)
    {
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        paintHeader(painter);
        for (qsizetype row = 0; row < m_rows.size(); ++row)
            paintRow(painter, m_rows[row], margin + tableRowHeight * int(row + 1));
        painter.setFont(m_font);
        painter.setPen(m_colors.mutedText);
        painter.drawText(
            QRect(margin, margin + tableRowHeight * int(m_rows.size() + 1) + 8, m_width, captionHeight()),
            Qt::TextWordWrap, m_caption);
    }

private:
    int captionHeight() const
    {
        if (m_caption.isEmpty())
            return 0;
        const QRect place(margin, 0, m_width, 10'000);
        return QFontMetrics(m_font).boundingRect(place, Qt::TextWordWrap, m_caption).height() + 12;
    }

    /// As in the table's header, such as "Kernel" for the names of kernels.
    QString titleOf(OperatorColumn column) const { return operatorTitle(column, m_model.statistics()); }

    void measure()
    {
        const QFontMetrics text(m_font);
        const QFontMetrics numbers(m_numbers);
        for (const OperatorColumn column : m_columns) {
            const bool isNumber = operatorColumn(column).isNumber();
            int width = text.horizontalAdvance(titleOf(column));
            for (const int row : m_rows)
                width = std::max(
                    width, (isNumber ? numbers : text).horizontalAdvance(m_model.text(row, column)) + 2);
            m_widths.push_back(std::min(width, widestText) + 2 * cellMargin + (isNumber ? 8 : 4));
            m_width += m_widths.back();
        }
    }

    void paintHeader(QPainter& painter)
    {
        QFont font = m_font;
        font.setWeight(QFont::DemiBold);
        font.setPixelSize(12);
        painter.setFont(font);
        painter.setPen(m_colors.mutedText);
        QRect cell(margin, margin, 0, tableRowHeight);
        for (qsizetype i = 0; i < m_columns.size(); ++i) {
            cell.setWidth(m_widths[size_t(i)]);
            const OperatorColumnInfo& column = operatorColumn(m_columns[i]);
            painter.drawText(cell.adjusted(cellMargin, 0, -cellMargin, 0),
                             int(Qt::AlignVCenter | (column.isNumber() ? Qt::AlignRight : Qt::AlignLeft)),
                             titleOf(m_columns[i]));
            cell.translate(m_widths[size_t(i)], 0);
        }
        painter.fillRect(QRect(margin, margin + tableRowHeight - 1, m_width, 1), m_colors.border);
    }

    void paintRow(QPainter& painter, int row, int top)
    {
        QRect cell(margin, top, 0, tableRowHeight);
        for (qsizetype i = 0; i < m_columns.size(); ++i) {
            cell.setWidth(m_widths[size_t(i)]);
            paintCell(painter, cell, row, m_columns[i]);
            cell.translate(m_widths[size_t(i)], 0);
        }
        paintRowLine(&painter, QRect(margin, top, m_width, tableRowHeight), m_colors);
        painter.setRenderHint(QPainter::Antialiasing);
    }

    void paintCell(QPainter& painter, const QRect& cell, int row, OperatorColumn column)
    {
        const OperatorColumnInfo& info = operatorColumn(column);
        const QString text = m_model.text(row, column);
        const QRect inner = cell.adjusted(cellMargin, 0, -cellMargin, 0);
        painter.setFont(info.isNumber() ? m_numbers : m_font);
        if (info.figure == OperatorFigure::Share)
            paintShareBar(&painter, cell, operatorFigure(m_model.operatorRow(row), column), m_colors);
        if (column == OperatorColumn::Pass && !m_model.operatorRow(row).severalPasses) {
            QStyleOptionViewItem option;
            option.rect = cell;
            option.font = m_font;
            option.fontMetrics = QFontMetrics(m_font);
            return paintPassTag(&painter, option, m_model.operatorRow(row).pass, text, m_colors);
        }
        painter.setPen(column == OperatorColumn::Name || info.isNumber() ? m_colors.text
                                                                         : m_colors.mutedText);
        painter.drawText(inner, int(Qt::AlignVCenter | (info.isNumber() ? Qt::AlignRight : Qt::AlignLeft)),
                         column == OperatorColumn::Name
                             ? elidedAmong(QFontMetrics(painter.font()), text, m_names, inner.width(),
                                           KeptPart::StartAndDifference)
                             : QFontMetrics(painter.font()).elidedText(text, Qt::ElideMiddle, inner.width()));
    }

    const OperatorsModel& m_model;
    const QList<int> m_rows;
    const QList<OperatorColumn> m_columns;
    QString m_caption;
    const ThemeColors m_colors;
    QFont m_font;
    QFont m_numbers;
    QStringList m_names; ///< of all rows: what is cut can be none of the others
    std::vector<int> m_widths;
    int m_width = 0;
};

} // namespace

Picture operatorsTablePicture(const OperatorsModel& model, const QList<int>& rows,
                              const QList<OperatorColumn>& columns, const QString& caption)
{
    const auto painterFor = [&model, rows, columns, caption](const ThemeColors& colors) {
        return TablePainter(model, rows, columns, caption, colors);
    };
    return {.title = model.statistics().grouping == OperatorGrouping::ByKernel
                         ? OperatorsTablePictureWords::tr("Kernels")
                         : OperatorsTablePictureWords::tr("Operators"),
            .what = OperatorsTablePictureWords::tr("the table"),
            .size = painterFor(Theme::lightColors()).size(),
            .paint = paintedBy([painterFor](QPainter& painter, const PictureSheet& sheet) {
                painterFor(sheet.colors).paint(painter);
            }),
            .whyOwnSize = OperatorsTablePictureWords::tr("A table has the size of its rows and columns.")};
}

} // namespace stepscope::ui
