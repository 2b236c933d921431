#pragma once

#include "ui/steps/step_bars_painter.h"

#include <QWidget>

namespace stepscope::ui {

/// Each step as a bar of its parts. A drag selects a range of steps, a click selects one, Escape or a double
/// click selects all. The arrow keys move the selection, with Shift its end. The wheel zooms at the cursor,
/// with Shift it pans, as does dragging with the middle button.
class StepBars final : public QWidget
{
    Q_OBJECT

public:
    /// The series must outlive the bars.
    explicit StepBars(const StepSeries* series, QWidget* parent = nullptr);

    /// Steps on the screen.
    void setShown(double from, double to);
    /// Moves and narrows what is shown to steps that exist.
    void limitShown();
    double from() const { return m_content.from; }
    double to() const { return m_content.to; }
    void setFigures(const StepFigures& figures);
    void setSelected(const std::optional<StepRange>& selected);
    /// The series has grown.
    void changed();

    const StepBarsContent& content() const { return m_content; }
    /// The scene on the screen.
    const StepBarsScene& scene() const;
    QString toolTipOf(const StepColumn& column) const;

    QSize sizeHint() const override { return {640, 360}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

Q_SIGNALS:
    void brushed(const StepRange& steps);
    void cleared();
    void movedByUser(); ///< zoomed or panned

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const StepColumn* columnAt(double x) const;
    /// From one step to another, in either order, limited to existing steps.
    StepRange rangeOf(int64_t a, int64_t b) const;
    void hover(QPointF position, QPoint globalPosition);
    void moveSelection(int64_t by, bool extend);
    void reveal(int64_t step);
    void panBy(double steps);
    void zoom(double factor, double x);

    const StepSeries* m_series;
    StepBarsContent m_content;
    mutable std::optional<StepBarsScene> m_scene; ///< made when needed
    std::optional<int64_t> m_hovered;
    std::optional<double> m_pressedX;
    std::optional<double> m_pannedX;
    std::optional<StepRange> m_brush; ///< while dragging
    bool m_movesFirst = false;        ///< with Shift, the arrows move the first selected step, not the last
};

} // namespace stepscope::ui
