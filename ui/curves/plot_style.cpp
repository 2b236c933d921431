#include "ui/curves/plot_style.h"

namespace stepscope::ui {

QFont scaledFont(QFont font, double factor, QFont::Weight weight)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setWeight(weight);
    return font;
}

void layOutAxis(QCPAxis* axis)
{
    axis->setLayer("axes");
    axis->grid()->setLayer("grid");
    axis->grid()->setSubGridVisible(false);
    axis->setTickLength(0, 4);
    axis->setSubTicks(false);
    axis->setTickLabelPadding(4);
    axis->setLabelPadding(6);
}

void styleAxis(QCPAxis* axis, const ThemeColors& colors, const QFont& font)
{
    axis->setBasePen(QPen(colors.border, 1));
    axis->setTickPen(QPen(colors.border, 1));
    axis->setTickLabelColor(colors.mutedText);
    axis->setTickLabelFont(scaledFont(font, 0.92));
    axis->setLabelColor(colors.text);
    axis->setLabelFont(scaledFont(font, 0.95, QFont::Medium));
    axis->grid()->setVisible(true);
    axis->grid()->setPen(QPen(colors.grid, 1));
    axis->grid()->setZeroLinePen(QPen(colors.grid, 1));
}

} // namespace stepscope::ui
