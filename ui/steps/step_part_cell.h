#pragma once

#include "ui/steps/step_colors.h"

#include <QPainter>
#include <QVariant>

namespace stepscope::ui {

/// The space before a part's name in a table: that of its square and a gap.
inline constexpr int partNameIndent = 18;

/// Paints the square in the color of a part, of which there is none if `part` is not valid. Returns the rest
/// of the cell, for the name.
inline QRect paintPartSquare(QPainter* painter, const QRect& cell, const QVariant& part,
                             const ThemeColors& colors)
{
    constexpr int side = 10;
    if (part.isValid())
        painter->fillRect(QRect(cell.left(), cell.center().y() - side / 2, side, side),
                          stepPartColor(StepPart(part.toInt()), colors));
    return cell.adjusted(partNameIndent, 0, 0, 0);
}

/// The font of a row; that of the whole step is bold.
inline QFont partRowFont(const QFont& base, bool isWhole)
{
    QFont font = base;
    if (isWhole)
        font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace stepscope::ui
