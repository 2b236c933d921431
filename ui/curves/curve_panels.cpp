#include "ui/curves/curve_panels.h"

#include "ui/keys/view_keys.h"

#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int smallestFrame = 8; // pixels: a flatter drag zooms along one axis only

QCPLayoutGrid* addGrid(QCustomPlot* plot)
{
    plot->plotLayout()->clear();
    plot->setAutoAddPlottableToLegend(false);
    auto* grid = new QCPLayoutGrid;
    grid->setRowSpacing(0);
    grid->setColumnSpacing(8);
    plot->plotLayout()->addElement(0, 0, grid);
    return grid;
}

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

CurvePanels::CurvePanels(QWidget* parent)
    : QCustomPlot(parent)
    , m_margins(new QCPMarginGroup(this))
    , m_grid(addGrid(this))
    , m_panels{CurvePanel(this, m_grid, CurveQuantity::Loss),
               CurvePanel(this, m_grid, CurveQuantity::Accuracy)}
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setPlottingHint(QCP::phFastPolylines);
    for (const CurvePanel& panel : m_panels) {
        for (const CurvePanel& other : m_panels) {
            if (&other != &panel)
                connect(panel.x, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
                        [axis = other.x](const QCPRange& range) { axis->setRange(range); });
        }
    }
}

void CurvePanels::arrange(Arrangement arrangement)
{
    const bool sideBySide = arrangement == Arrangement::SideBySide;
    const bool onlyLoss = arrangement == Arrangement::OnlyLoss;
    for (const CurvePanel& panel : m_panels) {
        for (QCPLayoutElement* const element :
             {static_cast<QCPLayoutElement*>(panel.header), static_cast<QCPLayoutElement*>(panel.rect)}) {
            if (element->layout() == m_grid) // an arrangement leaves some out
                m_grid->take(element);
        }
    }
    m_grid->simplify();
    const int row = sideBySide ? 0 : 2;
    const int column = sideBySide ? 1 : 0;
    m_grid->addElement(0, 0, loss().header);
    m_grid->addElement(1, 0, loss().rect);
    accuracy().rect->setVisible(!onlyLoss);
    accuracy().title->setVisible(!onlyLoss);
    if (!onlyLoss) {
        m_grid->addElement(row, column, accuracy().header);
        m_grid->addElement(row + 1, column, accuracy().rect);
    }
    for (const CurvePanel& panel : m_panels) {
        panel.rect->setMarginGroup(QCP::msLeft | QCP::msRight,
                                   arrangement == Arrangement::Stacked ? m_margins : nullptr);
        panel.rect->setMarginGroup(QCP::msTop | QCP::msBottom, sideBySide ? m_margins : nullptr);
    }
    // One above the other, both use the lower one's x axis.
    loss().x->setTickLabels(arrangement != Arrangement::Stacked);
}

void CurvePanels::setPanelColors(const ThemeColors& colors)
{
    setBackground(colors.surface);
    for (CurvePanel& panel : m_panels)
        panel.setColors(colors);
    selectionRect()->setPen(QPen(colors.accent, 1));
    QColor frame = colors.accent;
    frame.setAlphaF(0.12F);
    selectionRect()->setBrush(frame);
}

void CurvePanels::setXRange(QCPRange range)
{
    loss().x->setRange(range);
}

void CurvePanels::showSelection(const std::optional<QCPRange>& range)
{
    for (const CurvePanel& panel : m_panels)
        panel.showSelection(range);
    replot(rpQueuedReplot);
}

const CurvePanel* CurvePanels::panelAt(QPointF position) const
{
    for (const CurvePanel& panel : m_panels) {
        if (panel.rect->visible() && panel.rect->outerRect().contains(position.toPoint()))
            return &panel;
    }
    return nullptr;
}

void CurvePanels::userMoved()
{
    Q_EMIT movedByUser();
    replot(rpQueuedReplot);
}

void CurvePanels::mousePressEvent(QMouseEvent* event)
{
    const CurvePanel* panel = panelAt(event->position());
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

void CurvePanels::mouseMoveEvent(QMouseEvent* event)
{
    if (m_panned) {
        panBy(*m_panned, m_panPosition, event->position());
        m_panPosition = event->position();
        return;
    }
    QCustomPlot::mouseMoveEvent(event);
    const CurvePanel* panel = panelAt(event->position());
    if (panel && panel->rect->rect().contains(event->position().toPoint()))
        Q_EMIT hovered(panel->x->pixelToCoord(event->position().x()), event->position());
    else
        Q_EMIT hoverLeft();
    if (!m_spaceDown)
        setCursor(isClickable(event->position().toPoint()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void CurvePanels::mouseReleaseEvent(QMouseEvent* event)
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

void CurvePanels::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && panelAt(event->position()))
        Q_EMIT fitWanted();
    else
        QCustomPlot::mouseDoubleClickEvent(event);
}

void CurvePanels::wheelEvent(QWheelEvent* event)
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

void CurvePanels::zoom(double factor, QPointF position)
{
    const CurvePanel* panel = panelAt(position);
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

void CurvePanels::panBy(const CurvePanel& panel, QPointF from, QPointF to)
{
    shift(panel.x, from.x(), to.x());
    shift(panel.y, from.y(), to.y());
    userMoved();
}

void CurvePanels::processRectZoom(QRect frame, QMouseEvent*)
{
    frame = frame.normalized();
    const CurvePanel* panel = panelAt(frame.center());
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

void CurvePanels::keyPressEvent(QKeyEvent* event)
{
    const QRect inner = loss().rect->rect();
    const QPointF middle = inner.center();
    const QPointF across(inner.width() / 10.0, 0.0);
    const QPointF up(0.0, inner.height() / 10.0);
    switch (keyAct("curves", *event)) {
    case KeyAct::Move: {
        const QPointF by = event->key() == Qt::Key_Left    ? across
                           : event->key() == Qt::Key_Right ? -across
                           : event->key() == Qt::Key_Up    ? up
                                                           : -up;
        return panBy(loss(), middle, middle + by);
    }
    case KeyAct::ZoomIn:
        loss().x->scaleRange(0.8);
        return userMoved();
    case KeyAct::ZoomOut:
        loss().x->scaleRange(1.25);
        return userMoved();
    case KeyAct::Drag:
        m_spaceDown = true;
        return setCursor(Qt::OpenHandCursor);
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

void CurvePanels::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceDown = false;
        setCursor(Qt::ArrowCursor);
    }
    QCustomPlot::keyReleaseEvent(event);
}

void CurvePanels::leaveEvent(QEvent* event)
{
    Q_EMIT hoverLeft();
    QCustomPlot::leaveEvent(event);
}

} // namespace stepscope::ui
