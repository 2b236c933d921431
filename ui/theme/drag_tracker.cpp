#include "ui/theme/drag_tracker.h"

#include <QApplication>

#include <utility>

namespace stepscope::ui {

void DragTracker::press(const QPointF& position)
{
    m_isPressed = true;
    m_isDragging = false;
    m_pressedAt = m_draggedTo = position;
}

std::optional<QPointF> DragTracker::move(const QPointF& position)
{
    if (!m_isPressed)
        return {};
    const QPointF moved = position - m_pressedAt;
    if (!m_isDragging && moved.manhattanLength() < QApplication::startDragDistance())
        return {};
    m_isDragging = true;
    return position - std::exchange(m_draggedTo, position);
}

bool DragTracker::release()
{
    return std::exchange(m_isPressed, false) && !m_isDragging;
}

} // namespace stepscope::ui
