#pragma once

#include "core/trace/trace.h"
#include "ui/theme/theme.h"

#include <QStyleOptionViewItem>

#include <optional>

class QPainter;

namespace stepscope::ui {

/// Painting of table cells.

inline constexpr int cellMargin = 8;

/// The background in a row that may be selected, or under the pointer.
QColor cellBackground(const QStyleOptionViewItem& option, const QModelIndex& index,
                      const ThemeColors& colors);
/// What a cell of text alone shows.
struct CellText
{
    QString text;
    QFont font;
    QColor color;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
    Qt::TextElideMode elide = Qt::ElideRight;
};
/// Such a cell with its background and the line below it.
void paintTextCell(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   const CellText& text);
/// A bar behind a share from 0 to 1.
void paintShareBar(QPainter* painter, const QRect& cell, double share, const ThemeColors& colors);
/// The pass of a step as a tag in its color.
void paintPassTag(QPainter* painter, const QStyleOptionViewItem& option, Pass pass, const QString& text,
                  const ThemeColors& colors);
/// "12.3 µs": digits right-aligned before the unit, which is muted and in a column of its own. In a cell that
/// is narrower than numberWidth(), the text ends with an ellipsis, so that no digit is missing unnoticed.
void paintNumber(QPainter* painter, const QRect& cell, const QString& text, const QString& widestUnit,
                 const ThemeColors& colors);
/// The width in pixels that paintNumber() needs.
int numberWidth(const QFontMetrics& metrics, const QString& text, const QString& widestUnit);
/// The name with most of its beginning and some of its end: names of kernels differ in either.
QString elidedName(const QFontMetrics& metrics, const QString& name, int width);
/// The line below a row.
void paintRowLine(QPainter* painter, const QRect& cell, const ThemeColors& colors);

/// Theme::tabularFont(), which is too slow to call for every cell.
class NumberFont
{
public:
    const QFont& of(const QFont& base) const;

private:
    mutable QFont m_base;
    mutable std::optional<QFont> m_numbers;
};

} // namespace stepscope::ui
