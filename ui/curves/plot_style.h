#pragma once

#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

#include <QList>

namespace stepscope::ui {

QFont scaledFont(QFont font, double factor, QFont::Weight weight = QFont::Normal);

/// Layers and distances that all plots share.
void layOutAxis(QCPAxis* axis);
/// Sets colors, and fonts derived from the plot's own.
void styleAxis(QCPAxis* axis, const ThemeColors& colors, const QFont& font);

/// Text above a plot, if there is any.
struct PlotTitle
{
    QCPTextElement* title = nullptr;
    QCPTextElement* subtitle = nullptr;

    void setColors(const ThemeColors& colors) const;
};

/// Adds a title, `factor` times as large as the plot's font, and a subtitle above a plot. What is wider than
/// the plot is shortened in the middle.
PlotTitle addPlotTitle(QCustomPlot& plot, const QString& title, const QString& subtitle, double factor);
/// Adds a larger one, which is not close to the edge, above several plots.
PlotTitle addLargeTitle(QCustomPlot& plots, const QString& title, const QString& subtitle);

/// Adds a legend of several runs below a plot, in as many columns as there is room for. The graphs' names are
/// shortened to the columns.
QCPLegend* addRunLegend(QCustomPlot& plot, const QList<QCPGraph*>& graphs);

} // namespace stepscope::ui
