// Moving, measuring and selecting in the timeline.

#include "core/trace/enclosing_event.h"
#include "ui/keys/view_keys.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr double zoomPerNotch = 1.25;
constexpr double zoomPerKey = 1.4;
constexpr double panPerKey = 0.12; ///< of the width

} // namespace

bool TimelineCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        updateHover({});
    if (event->type() == QEvent::ToolTip && m_scene.index) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto target = targetAt(help->pos());
        QToolTip::showText(help->globalPos(),
                           target ? targetFacts(*m_scene.trace, *m_scene.index, *target).toolTip()
                                  : counterAt(help->pos()),
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineCanvas::updateHover(std::optional<QPointF> position)
{
    auto target = position && m_scene.index ? targetAt(*position) : std::nullopt;
    if (const QString counter = position ? counterAt(*position) : QString(); counter != m_hoveredCounter) {
        m_hoveredCounter = counter;
        Q_EMIT hoverChanged();
    }
    const auto same = [](const TimelineTarget& a, const TimelineTarget& b) {
        return a.track == b.track && a.lane == b.lane && a.span.startNs == b.span.startNs &&
               a.span.count == b.span.count;
    };
    if (target.has_value() == m_scene.hovered.has_value() && (!target || same(*target, *m_scene.hovered)))
        return;
    m_scene.hovered = target;
    viewport()->update();
    Q_EMIT hoverChanged();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (!m_scene.index || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton))
        return;
    m_pressed = m_last = event->position();
    const bool isInPlot = event->position().x() >= m_scene.namesWidth;
    if (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier && isInPlot)
        m_drag = Drag::Measure;
    else
        m_drag = Drag::Press;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF position = event->position();
    if (m_drag == Drag::None) {
        updateHover(position);
        const auto place = m_scene.rows.at(int(position.y()) - TimelineScene::rulerHeight + m_scene.scrollY);
        const auto folds = [&](const TimelineBand& band) {
            return band.kind == TimelineBand::Kind::Heading || band.track >= 0;
        };
        const bool isName =
            position.x() < m_scene.namesWidth && place && folds(m_scene.rows.bands[place->band]);
        viewport()->setCursor(isName ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    if (m_drag == Drag::Press &&
        (position - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = Drag::Pan;
        updateHover({});
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::Pan)
        pan(m_last - position);
    else if (m_drag == Drag::Measure)
        measure(m_pressed, position);
    m_last = position;
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    viewport()->setCursor(Qt::ArrowCursor);
    if (drag == Drag::Press && event->button() == Qt::LeftButton)
        click(event->position());
    else if (drag == Drag::Measure && m_pressed == event->position())
        clearMeasured();
    else if (drag == Drag::Measure)
        Q_EMIT measured();
}

void TimelineCanvas::click(QPointF position)
{
    clearMeasured();
    if (position.x() < m_scene.namesWidth) {
        const auto place = m_scene.rows.at(int(position.y()) - TimelineScene::rulerHeight + m_scene.scrollY);
        if (place && position.y() >= TimelineScene::rulerHeight)
            clickName(m_scene.rows.bands[place->band]);
        return;
    }
    const auto target = targetAt(position);
    Q_EMIT picked(target && target->track != stepsTrack ? target->span.longestEvent() : noEvent);
}

void TimelineCanvas::clickName(const TimelineBand& band)
{
    if (band.kind == TimelineBand::Kind::Heading)
        setGroupCollapsed(band.item, !band.collapsed);
    else
        setCollapsed(band.track, !band.collapsed);
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_scene.index || event->button() != Qt::LeftButton)
        return;
    if (event->position().x() < m_scene.namesWidth)
        return click(event->position()); // a quick second click
    const auto target = targetAt(event->position());
    if (!target)
        return fitAll();
    TimelineScale scale = m_scene.scale;
    const int64_t room = (target->span.endNs - target->span.startNs) / 20;
    scale.fit(target->span.startNs - room, target->span.endNs + room);
    setScale(scale);
}

void TimelineCanvas::pan(QPointF by)
{
    TimelineScale scale = m_scene.scale;
    scale.panBy(by.x());
    if (scale.startNs != m_scene.scale.startNs)
        setScale(scale);
    verticalScrollBar()->setValue(m_scene.scrollY + int(std::lround(by.y())));
}

void TimelineCanvas::measure(QPointF from, QPointF to)
{
    const double left = std::max(std::min(from.x(), to.x()), double(m_scene.namesWidth));
    const double right = std::max(std::max(from.x(), to.x()), left);
    m_scene.measured = TimeSpan{m_scene.timeAt(left), m_scene.timeAt(right)};
    viewport()->update();
}

void TimelineCanvas::clearMeasured()
{
    if (!m_scene.measured)
        return;
    setMeasured({});
    Q_EMIT measured();
}

void TimelineCanvas::setMeasured(std::optional<TimeSpan> span)
{
    if (span == m_scene.measured || m_drag == Drag::Measure) // the user is about to select another one
        return;
    m_scene.measured = span;
    viewport()->update();
}

void TimelineCanvas::zoomBy(double factor)
{
    if (!m_scene.index)
        return;
    const double x = viewport()->mapFromGlobal(QCursor::pos()).x() - m_scene.namesWidth;
    const bool isOver = viewport()->underMouse() && x >= 0 && x <= m_scene.scale.width;
    TimelineScale scale = m_scene.scale;
    scale.zoom(factor, isOver ? x : scale.width / 2);
    setScale(scale);
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_scene.index)
        return;
    EventId at = m_scene.selected;
    QPoint place = event->pos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto target = place.x() >= m_scene.namesWidth ? targetAt(place) : std::nullopt;
        at = target && target->track != stepsTrack ? target->span.longestEvent() : noEvent;
    } else if (at != noEvent) {
        place = m_scene.rectOf(at).center().toPoint();
    }
    Q_EMIT menuWanted(at, viewport()->mapToGlobal(place));
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    if (!m_scene.index)
        return;
    event->accept();
    const QPointF turned = QPointF(event->angleDelta()) / 120.0;
    const bool isOverNames = event->position().x() < m_scene.namesWidth;
    constexpr double linesPerNotch = 3.0;
    if (isOverNames || event->modifiers() & Qt::ControlModifier) {
        const double pixels = turned.y() * linesPerNotch * verticalScrollBar()->singleStep();
        verticalScrollBar()->setValue(m_scene.scrollY - int(pixels));
    } else if (event->modifiers() & Qt::ShiftModifier || std::abs(turned.x()) > std::abs(turned.y())) {
        // With Shift, some systems swap the wheel's direction themselves.
        const double notches = turned.x() != 0.0 ? turned.x() : turned.y();
        pan({-notches * panPerKey * m_scene.scale.width, 0.0});
    } else {
        TimelineScale scale = m_scene.scale;
        scale.zoom(std::pow(zoomPerNotch, turned.y()), event->position().x() - m_scene.namesWidth);
        setScale(scale);
    }
    updateHover(event->position());
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!m_scene.index || !moveByKey(event))
        QAbstractScrollArea::keyPressEvent(event);
}

bool TimelineCanvas::moveByKey(QKeyEvent* event)
{
    const double step = panPerKey * m_scene.scale.width;
    switch (keyAct("timeline", *event)) {
    case KeyAct::ZoomIn:
        zoomBy(zoomPerKey);
        return true;
    case KeyAct::ZoomOut:
        zoomBy(1.0 / zoomPerKey);
        return true;
    case KeyAct::MoveLeft:
        pan({-step, 0});
        return true;
    case KeyAct::MoveRight:
        pan({step, 0});
        return true;
    case KeyAct::Fit:
        fitAll();
        return true;
    case KeyAct::FitSelection:
        if (m_scene.selected != noEvent)
            fit(m_scene.selected);
        return true;
    case KeyAct::Clear:
        m_scene.measured ? clearMeasured() : Q_EMIT picked(noEvent);
        return true;
    case KeyAct::Move:
        if (m_scene.selected == noEvent) {
            const bool isSideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
            isSideways ? pan({event->key() == Qt::Key_Left ? -step : step, 0})
                       : pan({0.0, event->key() == Qt::Key_Up ? -40.0 : 40.0});
        } else if (const EventId next = neighbor(event->key()); next != noEvent) {
            Q_EMIT picked(next);
            reveal(next);
        }
        return true;
    default:
        return false;
    }
}

EventId TimelineCanvas::neighbor(int key) const
{
    const EventId event = m_scene.selected;
    const Trace& trace = *m_scene.trace;
    const TimelineTrack& track = m_scene.index->threads()[trace.thread[event]];
    const size_t number = m_scene.index->laneOf(event);
    if (number >= track.lanes.size())
        return noEvent;
    const TimelineLane& lane = track.lanes[number];
    if (key == Qt::Key_Up)
        return enclosingEvent(trace, event);
    if (key == Qt::Key_Down) {
        if (number + 1 >= track.lanes.size())
            return noEvent;
        const TimelineLane& below = track.lanes[number + 1];
        const uint32_t at = below.firstFrom(trace.startNs[event]);
        return at < below.size() && enclosingEvent(trace, below.event(at)) == event ? below.event(at)
                                                                                    : noEvent;
    }
    uint32_t at = lane.firstFrom(trace.startNs[event]);
    while (at < lane.size() && lane.event(at) != event)
        ++at;
    if (key == Qt::Key_Left)
        return at > 0 ? lane.event(at - 1) : noEvent;
    return at + 1 < lane.size() ? lane.event(at + 1) : noEvent;
}

} // namespace stepscope::ui
