#pragma once

#include "ui/curves/curve_panel.h"
#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

#include <array>
#include <optional>

namespace stepscope::ui {

/// The panels of loss and accuracy with a common x axis, and how the user moves and selects in them.
///
/// The wheel zooms at the cursor (over an axis: only that axis). Dragging zooms into a frame; dragging with
/// the middle button, Shift or Space pans; dragging with Ctrl selects a range. The arrow keys pan, and + and
/// - zoom.
class CurvePanels : public QCustomPlot
{
    Q_OBJECT

public:
    const CurvePanel& loss() const { return m_panels[0]; }
    const CurvePanel& accuracy() const { return m_panels[1]; }
    const std::array<CurvePanel, 2>& panels() const { return m_panels; }
    /// Null: there is none at this position.
    const CurvePanel* panelAt(QPointF position) const;

    void setXRange(QCPRange range);
    /// Shades a range of the x axis; nullopt: none.
    void showSelection(const std::optional<QCPRange>& range);

Q_SIGNALS:
    /// A range of the x axis; empty after a click with Ctrl.
    void rangeSelected(double from, double to);
    void movedByUser(); ///< zoomed or panned
    void fitWanted();
    void hovered(double x, const QPointF& position);
    void hoverLeft();

protected:
    enum class Arrangement { Stacked, SideBySide, OnlyLoss };

    explicit CurvePanels(QWidget* parent);

    void arrange(Arrangement arrangement);
    void setPanelColors(const ThemeColors& colors);
    /// Whether a click at this position, outside of the panels, has an effect.
    virtual bool isClickable(QPoint position) const = 0;

    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void processRectZoom(QRect frame, QMouseEvent* event) override;

private:
    void zoom(double factor, QPointF position);
    void panBy(const CurvePanel& panel, QPointF from, QPointF to);
    void userMoved();

    QCPMarginGroup* m_margins;
    QCPLayoutGrid* m_grid;
    std::array<CurvePanel, 2> m_panels; // after the grid, to which they add themselves

    bool m_isSelecting = false; ///< the frame that is dragged selects a range
    QPointF m_selectedFrom;     ///< where it began
    const CurvePanel* m_panned = nullptr;
    QPointF m_panPosition;
    bool m_spaceDown = false;
};

} // namespace stepscope::ui
