#pragma once

#include "core/report/charts/chart.h"

#include <QImage>
#include <QPixmap>
#include <QWidget>

namespace stepscope::ui {

/// The chart for print: light in every theme, with two pixels per unit.
QImage chartImage(const Chart& chart);
/// Writes the same picture as SVG or PNG, by the path's extension. Throws stepscope::Error.
void writeChart(const Chart& chart, const QString& path);

/// A chart drawn for the widget's size, in the theme's colors.
class ChartPicture final : public QWidget
{
    Q_OBJECT

public:
    explicit ChartPicture(Chart chart, QWidget* parent = nullptr);

    const Chart& chart() const { return m_chart; }
    void setChart(Chart chart);

    /// The height that the chart needs at this width.
    int heightFor(int width) const;
    void copy() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    std::string svgOf(QSize size, ChartColors colors) const;

    Chart m_chart;
    QPixmap m_drawn; ///< the last drawing
};

} // namespace stepscope::ui
