#pragma once

#include "core/report/charts/chart.h"
#include "ui/support/view.h"

#include <QScrollArea>

#include <vector>

namespace stepscope::ui {

class ChartPicture;

/// Charts in rows, as many next to each other as there is room for.
class ChartsPage final : public QScrollArea
{
    Q_OBJECT

public:
    explicit ChartsPage(QWidget* parent = nullptr);

    void setCharts(const std::vector<Chart>& charts);
    const std::vector<ChartPicture*>& pictures() const { return m_pictures; }
    QList<ExportItem> exportItems() const;
    /// Copies the chart with the focus, otherwise the first one.
    void copyChart();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();

    std::vector<ChartPicture*> m_pictures;
};

} // namespace stepscope::ui
