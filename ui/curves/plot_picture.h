#pragma once

#include "ui/curves/plot_library.h"
#include "ui/exports/picture.h"

#include <functional>
#include <memory>

namespace stepscope::ui {

/// The size of a plot's picture while the plot is not on the screen, in units.
inline constexpr QSize usualPlotSize(1600, 1000);

/// Prepares a plot for a picture: its font, its language and its size.
void setUpForPicture(QCustomPlot& plot, const QSize& size);

/// A paint function of Picture that paints the plot that `make` returns, in the sheet's size and colors.
std::function<bool(const PictureSheet& sheet)>
paintedPlot(std::function<std::shared_ptr<QCustomPlot>(const PictureSheet& sheet)> make);

} // namespace stepscope::ui
