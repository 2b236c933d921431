#pragma once

#include "ui/curves/curve_panel.h"
#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

namespace stepscope::ui {

/// The names of graphs in the header of a panel, in as many rows as they need.
class CurveLegend
{
public:
    /// The panel must outlive the legend.
    explicit CurveLegend(const CurvePanel* panel);

    QFont font() const;
    bool contains(QPoint position) const { return m_legend->rect().contains(position); }
    bool isItemOf(const QCPAbstractLegendItem* item, const QCPGraph* graph) const;

    void clear() { m_legend->clearItems(); }
    /// Strikes out the name of a hidden graph.
    void add(QCPGraph* graph, const ThemeColors& colors);
    /// Puts the names in one row next to the title if there is room, otherwise in several.
    void fit(int panelWidth);
    /// Height of a header whose legend has this many rows, in pixels.
    int headerHeight(int rows) const;

private:
    const CurvePanel* m_panel;
    QCPLegend* m_legend;
    int m_namesInRow = 0; ///< as fitted last; 0: not yet known
};

} // namespace stepscope::ui
