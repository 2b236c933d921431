#pragma once

#include "core/trace/timeline/timeline_scale.h"

#include <QImage>
#include <QWidget>

namespace stepscope::ui {

class TimelineCanvas;

/// The whole trace in a strip above the timeline, with a frame around the visible part; click or drag to go
/// elsewhere. Marks search hits.
class TimelineMinimap final : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineMinimap(TimelineCanvas* canvas, QWidget* parent = nullptr);

    /// Events, search or colors have changed.
    void renew();
    /// The whole trace over the width next to the names.
    TimelineScale scale() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void paintContent();
    void paintHits();
    void moveTo(double x);

    TimelineCanvas* m_canvas;
    QImage m_image;
    bool m_isOld = true;
    double m_grip = 0.5; ///< where the frame was grabbed, as a share of its width
};

} // namespace stepscope::ui
