#include "ui/support/cell_painting.h"

#include "ui/support/pass_colors.h"
#include "ui/theme/row_hover.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

QColor cellBackground(const QStyleOptionViewItem& option, const QModelIndex& index, const ThemeColors& colors)
{
    if (option.state & QStyle::State_Selected)
        return tinted(colors.surface, colors.accent, option.state & QStyle::State_Active ? 0.22 : 0.12);
    const RowHover* const hover = RowHover::of(option.widget);
    const bool isUnderPointer =
        hover ? hover->row() == index.row() : option.state.testFlag(QStyle::State_MouseOver);
    return isUnderPointer ? tinted(colors.surface, colors.raised, 0.7) : colors.surface;
}

void paintTextCell(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   const CellText& text)
{
    const ThemeColors& colors = Theme::instance().colors();
    const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    painter->save();
    painter->fillRect(option.rect, cellBackground(option, index, colors));
    painter->setFont(text.font);
    painter->setPen(text.color);
    painter->drawText(cell, int(text.alignment) | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text.text, text.elide, cell.width()));
    paintRowLine(painter, option.rect, colors);
    painter->restore();
}

void paintShareBar(QPainter* painter, const QRect& cell, double share, const ThemeColors& colors)
{
    const QRectF track = QRectF(cell).adjusted(4, 4, -4, -4);
    QRectF bar = track;
    bar.setWidth(track.width() * qBound(0.0, share, 1.0));
    if (bar.width() < 0.5)
        return;
    QColor color = colors.accent;
    color.setAlphaF(0.24F);
    painter->fillRect(bar, color);
}

void paintPassTag(QPainter* painter, const QStyleOptionViewItem& option, Pass pass, const QString& text,
                  const ThemeColors& colors)
{
    const QColor color = passColor(pass, colors);
    const int inset = qMax(0, (option.rect.height() - option.fontMetrics.height() - 2) / 2);
    const int width = qMin(option.fontMetrics.horizontalAdvance(text) + 12, option.rect.width() - cellMargin);
    QRect tag = option.rect.adjusted(cellMargin - 2, inset, 0, -inset); // centered like the text next to it
    tag.setWidth(width);
    QColor fill = color;
    fill.setAlphaF(0.16F);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill);
    painter->drawRoundedRect(tag, 4, 4);
    painter->setPen(tinted(color, colors.text, 0.5));
    painter->drawText(tag, Qt::AlignCenter, option.fontMetrics.elidedText(text, Qt::ElideRight, width));
}

int numberWidth(const QFontMetrics& metrics, const QString& text, const QString& widestUnit)
{
    const auto space = text.lastIndexOf(' ');
    const int unit = widestUnit.isEmpty() ? 0 : metrics.horizontalAdvance(' ' + widestUnit);
    const int ownUnit = space < 0 ? 0 : metrics.horizontalAdvance(text.mid(space));
    return metrics.horizontalAdvance(space < 0 ? text : text.left(space)) + std::max(unit, ownUnit);
}

void paintNumber(QPainter* painter, const QRect& cell, const QString& text, const QString& widestUnit,
                 const ThemeColors& colors)
{
    const QFontMetrics metrics = painter->fontMetrics();
    if (numberWidth(metrics, text, widestUnit) > cell.width()) {
        painter->setPen(colors.text);
        painter->drawText(cell, Qt::AlignVCenter | Qt::AlignRight,
                          metrics.elidedText(text, Qt::ElideRight, cell.width()));
        return;
    }
    const auto space = text.lastIndexOf(' ');
    const int ownUnitWidth = space < 0 ? 0 : metrics.horizontalAdvance(text.mid(space));
    const int unitWidth =
        widestUnit.isEmpty() ? 0 : std::max(metrics.horizontalAdvance(' ' + widestUnit), ownUnitWidth);
    painter->setPen(colors.text);
    painter->drawText(cell.adjusted(0, 0, -unitWidth, 0), Qt::AlignVCenter | Qt::AlignRight,
                      space < 0 ? text : text.left(space));
    if (space < 0)
        return;
    painter->setPen(colors.mutedText);
    painter->drawText(QRect(cell.right() + 1 - unitWidth, cell.top(), unitWidth, cell.height()),
                      Qt::AlignVCenter | Qt::AlignLeft, text.mid(space));
}

QString elidedName(const QFontMetrics& metrics, const QString& name, int width)
{
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    constexpr double shareOfEnd = 0.3;
    const QString end = metrics.elidedText(name, Qt::ElideLeft, int(width * shareOfEnd));
    return metrics.elidedText(name, Qt::ElideRight, width - metrics.horizontalAdvance(end.mid(1))) +
           end.mid(1); // one ellipsis is enough
}

void paintRowLine(QPainter* painter, const QRect& cell, const ThemeColors& colors)
{
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(colors.grid);
    painter->drawLine(cell.bottomLeft(), cell.bottomRight());
}

const QFont& NumberFont::of(const QFont& base) const
{
    if (!m_numbers || m_base != base) {
        m_base = base;
        m_numbers = Theme::tabularFont(base);
    }
    return *m_numbers;
}

} // namespace stepscope::ui
