#pragma once

#include "core/machine/machine_sample.h"
#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

#include <vector>

namespace stepscope::ui {

/// Use of each processor over time, as one row of colors each, from the surface color (idle) to the
/// training curve's color (busy). Unknown values stay empty.
class CoreHeatMap : public QCPColorMap
{
    Q_OBJECT

public:
    CoreHeatMap(QCPAxis* seconds, QCPAxis* cores);

    void setColors(const ThemeColors& colors);
    /// Uses no more columns than a screen has, for any number of samples.
    void show(const std::vector<MachineSample>& samples, size_t cores);
};

/// The meaning of the colors, for the header above the map: "0 % ▒ 100 %".
class CoreHeatKey : public QCPLayoutElement
{
    Q_OBJECT

public:
    explicit CoreHeatKey(QCustomPlot* plot);

    void setColors(const ThemeColors& colors, const QFont& font);

protected:
    void draw(QCPPainter* painter) override;

private:
    ThemeColors m_colors;
    QFont m_font;
};

} // namespace stepscope::ui
