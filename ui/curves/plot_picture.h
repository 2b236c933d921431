#pragma once

#include "ui/curves/plot_library.h"

#include <string>
#include <string_view>

namespace stepscope::ui {

/// A picture of a plot, independent of its size on the screen.
struct PlotPicture
{
    QSize size;                 ///< in units
    double pixelsPerUnit = 2.0; ///< of PNG
    QString title;              ///< of the document, for SVG and PDF
};

/// The plot as the content of a PNG file.
std::string plotPng(QCustomPlot& plot, const PlotPicture& picture);

/// Writes PNG, SVG or PDF, by the path's extension, completely or not at all. Throws Error, whose text names
/// the plot as `what`: "curves".
void writePlotPicture(QCustomPlot& plot, const PlotPicture& picture, const QString& path,
                      const QString& what);

} // namespace stepscope::ui
