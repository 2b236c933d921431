#pragma once

#include <QPointF>

#include <optional>

namespace stepscope::ui {

/// Tells a click from a drag, and how far a drag has moved.
class DragTracker
{
public:
    void press(const QPointF& position);
    /// Whether a button has been pressed and not yet released.
    bool isPressed() const { return m_isPressed; }
    /// How far the pointer has moved since the last call. No value until the pointer is far enough from
    /// the press to count as a drag.
    std::optional<QPointF> move(const QPointF& position);
    /// Returns whether it was a click: the pointer was not dragged.
    bool release();

private:
    bool m_isPressed = false;
    bool m_isDragging = false;
    QPointF m_pressedAt;
    QPointF m_draggedTo;
};

} // namespace stepscope::ui
