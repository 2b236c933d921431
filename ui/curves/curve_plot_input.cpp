#include "ui/curves/curve_plot.h"

#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int smallestFrame = 8; // pixels: a flatter drag zooms along one axis only

void shift(QCPAxis* axis, double from, double to)
{
    const double before = axis->pixelToCoord(from);
    const double after = axis->pixelToCoord(to);
    if (axis->scaleType() == QCPAxis::stLogarithmic) {
        const double factor = before / after;
        axis->setRange(axis->range().lower * factor, axis->range().upper * factor);
    } else {
        axis->moveRange(before - after);
    }
}

} // namespace

const CurvePlot::Panel* CurvePlot::panelAt(QPointF position) const
{
    for (const Panel& panel : m_panels) {
        if (panel.rect->visible() && panel.rect->outerRect().contains(position.toPoint()))
            return &panel;
    }
    return nullptr;
}

void CurvePlot::userMoved()
{
    Q_EMIT movedByUser();
    replot(rpQueuedReplot);
}

void CurvePlot::mousePressEvent(QMouseEvent* event)
{
    const Panel* panel = panelAt(event->position());
    const bool left = event->button() == Qt::LeftButton;
    const bool pans = event->button() == Qt::MiddleButton ||
                      (left && (m_spaceDown || event->modifiers().testFlag(Qt::ShiftModifier)));
    if (panel && pans) {
        m_panned = panel;
        m_panPosition = event->position();
        setCursor(Qt::ClosedHandCursor);
    } else if (left) {
        // While a frame can be dragged, QCustomPlot does not report clicks on the legend.
        setSelectionRectMode(panel ? QCP::srmZoom : QCP::srmNone);
        m_isSelecting = panel && event->modifiers().testFlag(Qt::ControlModifier);
        m_selectedFrom = event->position();
        QCustomPlot::mousePressEvent(event);
    }
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_panned) {
        panBy(*m_panned, m_panPosition, event->position());
        m_panPosition = event->position();
        return;
    }
    QCustomPlot::mouseMoveEvent(event);
    const Panel* panel = panelAt(event->position());
    if (panel && panel->rect->rect().contains(event->position().toPoint()))
        Q_EMIT hovered(panel->x->pixelToCoord(event->position().x()), event->position());
    else
        Q_EMIT hoverLeft();
    if (!m_spaceDown)
        setCursor(m_legend->rect().contains(event->position().toPoint()) ? Qt::PointingHandCursor
                                                                         : Qt::ArrowCursor);
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_panned) {
        m_panned = nullptr;
        setCursor(m_spaceDown ? Qt::OpenHandCursor : Qt::ArrowCursor);
    } else if (event->button() == Qt::LeftButton) {
        QCustomPlot::mouseReleaseEvent(event);
        const bool isClick = (event->position() - m_selectedFrom).manhattanLength() < smallestFrame;
        if (std::exchange(m_isSelecting, false) && isClick)
            Q_EMIT rangeSelected(0.0, 0.0);
    }
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && panelAt(event->position()))
        Q_EMIT fitWanted();
    else
        QCustomPlot::mouseDoubleClickEvent(event);
}

void CurvePlot::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const QPoint turned = event->angleDelta();
    if (turned.y() != 0) {
        zoom(std::pow(0.85, turned.y() / 120.0), event->position());
    } else if (turned.x() != 0) {
        const QPointF to = event->position() + QPointF(turned.x() / 2.0, 0.0);
        panBy(loss(), event->position(), to);
    }
}

void CurvePlot::zoom(double factor, QPointF position)
{
    const Panel* panel = panelAt(position);
    if (!panel)
        return;
    const QRect inner = panel->rect->rect();
    const bool overXAxis = position.y() > inner.bottom();
    const bool overYAxis = position.x() < inner.left();
    if (!overYAxis)
        panel->x->scaleRange(factor, panel->x->pixelToCoord(position.x()));
    if (!overXAxis)
        panel->y->scaleRange(factor, panel->y->pixelToCoord(position.y()));
    userMoved();
}

void CurvePlot::panBy(const Panel& panel, QPointF from, QPointF to)
{
    shift(panel.x, from.x(), to.x());
    shift(panel.y, from.y(), to.y());
    userMoved();
}

void CurvePlot::processRectZoom(QRect frame, QMouseEvent*)
{
    frame = frame.normalized();
    const Panel* panel = panelAt(frame.center());
    const bool wide = frame.width() >= smallestFrame;
    const bool high = frame.height() >= smallestFrame;
    if (!panel || (!wide && !high))
        return;
    frame = frame.intersected(panel->rect->rect());
    if (m_isSelecting) {
        if (wide)
            Q_EMIT rangeSelected(panel->x->pixelToCoord(frame.left()), panel->x->pixelToCoord(frame.right()));
        return;
    }
    if (wide)
        panel->x->setRange(panel->x->pixelToCoord(frame.left()), panel->x->pixelToCoord(frame.right()));
    if (high)
        panel->y->setRange(panel->y->pixelToCoord(frame.bottom()), panel->y->pixelToCoord(frame.top()));
    userMoved();
}

void CurvePlot::keyPressEvent(QKeyEvent* event)
{
    const QRect inner = loss().rect->rect();
    const QPointF middle = inner.center();
    const QPointF across(inner.width() / 10.0, 0.0);
    const QPointF up(0.0, inner.height() / 10.0);
    switch (event->key()) {
    case Qt::Key_Left:
        return panBy(loss(), middle, middle + across);
    case Qt::Key_Right:
        return panBy(loss(), middle, middle - across);
    case Qt::Key_Up:
        return panBy(loss(), middle, middle + up);
    case Qt::Key_Down:
        return panBy(loss(), middle, middle - up);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        loss().x->scaleRange(0.8);
        return userMoved();
    case Qt::Key_Minus:
        loss().x->scaleRange(1.25);
        return userMoved();
    case Qt::Key_Space:
        m_spaceDown = true;
        return setCursor(Qt::OpenHandCursor);
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

void CurvePlot::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceDown = false;
        setCursor(Qt::ArrowCursor);
    }
    QCustomPlot::keyReleaseEvent(event);
}

void CurvePlot::leaveEvent(QEvent* event)
{
    Q_EMIT hoverLeft();
    QCustomPlot::leaveEvent(event);
}

void CurvePlot::resizeEvent(QResizeEvent* event)
{
    updateTickers();
    QCustomPlot::resizeEvent(event);
    fitLegend();
    styleOverlays();
}

} // namespace stepscope::ui
