#pragma once

#include "core/machine/machine_sample.h"
#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

#include <vector>

namespace stepscope::ui {

/// How busy each processor was over time, as a row of colours each, from the surface's (idle) to the training
/// curve's (busy). What is not known stays empty.
class CoreHeatMap : public QCPColorMap
{
    Q_OBJECT

public:
    CoreHeatMap(QCPAxis* seconds, QCPAxis* cores);

    void setColors(const ThemeColors& colors);
    /// Takes no more columns than a screen has, however many samples there are.
    void show(const std::vector<MachineSample>& samples, size_t cores);
};

/// The colours' meaning, for the header above the map: "0 % ▒ 100 %".
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
