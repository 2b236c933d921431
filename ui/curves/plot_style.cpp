#include "ui/curves/plot_style.h"

#include <QFontMetrics>

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

PlotTitle addPlotTitle(QCustomPlot& plot, const QString& title, const QString& subtitle, double factor)
{
    const auto add = [&plot](int row, const QString& text, const QFont& font) {
        constexpr int margin = 12;
        const int width = plot.width() - 2 * margin;
        auto* element =
            new QCPTextElement(&plot, QFontMetrics(font).elidedText(text, Qt::ElideMiddle, width), font);
        plot.plotLayout()->insertRow(row);
        plot.plotLayout()->addElement(row, 0, element);
        return element;
    };
    return {.title = add(0, title, scaledFont(plot.font(), factor, QFont::DemiBold)),
            .subtitle = add(1, subtitle, plot.font())};
}

} // namespace stepscope::ui
