#pragma once

#include "core/trace/timeline/timeline_scale.h"

#include <QImage>
#include <QWidget>

namespace stepscope::ui {

class TimelineCanvas;

/// The whole trace in a strip above the timeline, with the part in sight framed; click or drag to go
/// elsewhere. Marks where what is looked for was found.
class TimelineMinimap final : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineMinimap(TimelineCanvas* canvas, QWidget* parent = nullptr);

    /// The events, what is looked for or the colours are others now.
    void renew();
    /// The whole, over the width beside the names.
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
    double m_grip = 0.5; ///< where in the frame it is held, as a share of its width
};

} // namespace stepscope::ui
