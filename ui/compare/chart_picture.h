#pragma once

#include "core/report/charts/chart.h"
#include "ui/support/view.h"

#include <QPixmap>
#include <QWidget>

namespace stepscope::ui {

/// The chart as a picture, with its own layout for each size.
Picture chartPicture(const Chart& chart);
/// That picture as an export.
ExportItem chartItem(const Chart& chart);

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
    void copy();

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    Chart m_chart;
    QPixmap m_drawn; ///< the last drawing
};

} // namespace stepscope::ui
