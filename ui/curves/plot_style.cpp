#include "ui/curves/plot_style.h"

#include "ui/theme/eliding.h"

#include <QFontMetrics>
#include <QStringList>

#include <algorithm>

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

void PlotTitle::setColors(const ThemeColors& colors) const
{
    if (title)
        title->setTextColor(colors.text);
    if (subtitle)
        subtitle->setTextColor(colors.mutedText);
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

PlotTitle addLargeTitle(QCustomPlot& plots, const QString& title, const QString& subtitle)
{
    const PlotTitle added = addPlotTitle(plots, title, subtitle, 1.45);
    added.title->setMargins(QMargins(0, 12, 0, 0));
    return added;
}

QCPLegend* addRunLegend(QCustomPlot& plot, const QList<QCPGraph*>& graphs)
{
    constexpr QMargins margins(44, 0, 28, 12); // left and right those of the plots
    constexpr int leastNameLetters = 16;
    auto* legend = new QCPLegend;
    const int row = plot.plotLayout()->rowCount();
    plot.plotLayout()->addElement(row, 0, legend);
    plot.plotLayout()->setRowStretchFactor(row, 0.001); // as low as its rows
    legend->setLayer("legend");
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    legend->setColumnSpacing(20);
    legend->setMargins(margins);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setIconSize(22, 14);

    const QFont font = scaledFont(plot.font(), 0.95);
    const QFontMetrics metrics(font);
    QStringList names;
    int widest = 1;
    for (const QCPGraph* graph : graphs) {
        names += graph->name();
        widest = std::max(widest, metrics.horizontalAdvance(graph->name()));
    }
    const int aroundName = legend->iconSize().width() + legend->iconTextPadding() + legend->columnSpacing();
    const int room = plot.width() - margins.left() - margins.right() + legend->columnSpacing();
    const int readable = std::min(widest, metrics.averageCharWidth() * leastNameLetters);
    const int columns = std::clamp(room / (readable + aroundName), 1, std::max(int(graphs.size()), 1));
    legend->setWrap(columns);
    for (QCPGraph* graph : graphs) {
        graph->setName(elidedAmong(metrics, graph->name(), names, room / columns - aroundName));
        auto* item = new QCPPlottableLegendItem(legend, graph);
        item->setFont(font);
        item->setAutoMargins(QCP::msNone);
        item->setMargins(QMargins(0, 0, 0, 4)); // otherwise descenders are cut off
        legend->addItem(item);
    }
    return legend;
}

} // namespace stepscope::ui
