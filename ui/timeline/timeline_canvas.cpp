#include "ui/timeline/timeline_canvas.h"

#include "ui/support/qt_text.h"
#include "ui/timeline/timeline_painter.h"

#include <QEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int roomBelow = 12; ///< pixels under the last track

} // namespace

TimelineCanvas::TimelineCanvas(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_labels(font())
{
    setObjectName("timelineCanvas");
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_scene.colors = Theme::instance().colors();
    m_scene.setFont(font());
}

void TimelineCanvas::showTrace(const Trace* trace, const TimelineIndex* index)
{
    m_scene.trace = trace;
    m_scene.index = index;
    m_scene.selected = m_scene.linked = noEvent;
    m_scene.launches.clear();
    m_counters.clear();
    m_collapsedGroups.clear();
    m_hoveredCounter.clear();
    m_scene.hovered.reset();
    m_scene.measured.reset();
    m_scene.scope.reset();
    m_collapsed.clear();
    m_labels.clear();
    m_whole = true;
    m_fitted.reset();
    m_revealed = noEvent;
    verticalScrollBar()->setValue(0);
    grow();
}

void TimelineCanvas::showSameEvents(const Trace* trace, const TimelineIndex* index)
{
    const TimelineScale scale = m_scene.scale;
    const bool isWhole = m_whole;
    const std::optional<TimeSpan> fitted = m_fitted;
    const std::optional<TimeSpan> scope = m_scene.scope;
    auto collapsed = m_collapsed;
    auto collapsedGroups = m_collapsedGroups;
    showTrace(trace, index);
    m_scene.scale = scale;
    m_whole = isWhole;
    m_fitted = fitted;
    m_scene.scope = scope; // so that it is not fitted anew
    m_collapsed = std::move(collapsed);
    m_collapsedGroups = std::move(collapsedGroups);
    layOutRows();
    redraw();
    Q_EMIT moved();
}

void TimelineCanvas::grow()
{
    if (m_scene.index) {
        TimelineScale scale = m_scene.scale;
        // The start may move when an earlier event arrives; the picture stays in place.
        scale.startNs -= double(m_scene.index->beginNs() - scale.beginNs);
        scale.beginNs = m_scene.index->beginNs();
        scale.endNs = m_scene.index->endNs();
        scale.width = std::max(m_scene.size.width() - m_scene.namesWidth, 1);
        if (m_whole)
            scale.fitAll();
        m_scene.scale = scale;
    }
    layOutRows();
    redraw();
    Q_EMIT moved();
}

void TimelineCanvas::layOutRows()
{
    m_scene.counters = &m_counters;
    m_scene.groups =
        m_scene.trace ? timelineGroups(*m_scene.trace, m_counters) : std::vector<TimelineGroup>();
    m_scene.rows = m_scene.index ? TimelineRows::of(*m_scene.index, m_scene.groups, m_collapsed,
                                                    m_collapsedGroups, m_scene.sizes)
                                 : TimelineRows();
    const QScopedValueRollback scrolling(m_isScrollingTo, true);
    const int seen = std::max(m_scene.size.height() - TimelineScene::rulerHeight, 1);
    verticalScrollBar()->setRange(0, std::max(m_scene.rows.height + roomBelow - seen, 0));
    verticalScrollBar()->setPageStep(seen);
    verticalScrollBar()->setSingleStep(m_scene.sizes.laneHeight);
    m_scene.scrollY = verticalScrollBar()->value();
    scrollToRevealed();
}

/// Scrolls as little as possible, and not before the size is known.
void TimelineCanvas::scrollToRevealed()
{
    const QRectF rect = m_revealed == noEvent ? QRectF() : m_scene.rectOf(m_revealed);
    if (rect.isNull() || m_scene.size.isEmpty())
        return;
    const QScopedValueRollback scrolling(m_isScrollingTo, true);
    const double above = TimelineScene::rulerHeight + 4.0 - rect.top();
    const double below = rect.bottom() + roomBelow - m_scene.size.height();
    if (above > 0)
        verticalScrollBar()->setValue(m_scene.scrollY - int(above));
    else if (below > 0)
        verticalScrollBar()->setValue(m_scene.scrollY + int(below));
}

void TimelineCanvas::redraw()
{
    m_listIsOld = true;
    m_imageIsOld = true;
    viewport()->update();
}

void TimelineCanvas::setSearch(const TimelineSearch* search)
{
    m_scene.search = search;
    searchChanged();
}

void TimelineCanvas::searchChanged()
{
    m_imageIsOld = true;
    viewport()->update();
}

void TimelineCanvas::select(EventId event, EventId linked, std::vector<TimelineLaunch> launches)
{
    m_scene.selected = event;
    m_scene.linked = linked;
    m_scene.launches = std::move(launches);
    m_revealed = noEvent;
    viewport()->update();
}

void TimelineCanvas::setCounters(std::vector<TimelineCounter> counters)
{
    m_counters = std::move(counters);
    layOutRows();
    redraw();
}

QString TimelineCanvas::counterAt(QPointF position) const
{
    const auto place = m_scene.rows.at(int(position.y()) - TimelineScene::rulerHeight + m_scene.scrollY);
    if (!place || !m_scene.plot().contains(position.toPoint()))
        return {};
    const TimelineBand& band = m_scene.rows.bands[place->band];
    if (band.kind != TimelineBand::Kind::Counter)
        return {};
    const TimelineCounter& counter = m_counters[size_t(band.item)];
    const double value = counter.at(m_scene.timeAt(position.x()), m_scene.scale.cellNs());
    return toQString(counter.name) + "  " + counterText(counter, value);
}

void TimelineCanvas::setScope(std::optional<TimeSpan> scope)
{
    m_scene.scope = scope;
    viewport()->update();
}

void TimelineCanvas::setColors(const ThemeColors& colors)
{
    m_scene.colors = colors;
    searchChanged();
}

void TimelineCanvas::setScale(const TimelineScale& scale)
{
    m_scene.scale = scale;
    m_whole = scale.isFitted();
    m_fitted.reset();
    redraw();
    Q_EMIT moved();
}

void TimelineCanvas::setShown(const TimelineScale& scale)
{
    setScale(scale);
}

void TimelineCanvas::fitAll()
{
    TimelineScale scale = m_scene.scale;
    scale.fitAll();
    setScale(scale);
}

void TimelineCanvas::fit(EventId event)
{
    TimelineScale scale = m_scene.scale;
    const int64_t startNs = m_scene.trace->startNs[event];
    const int64_t lengthNs = std::max<int64_t>(m_scene.trace->durationNs[event], 0);
    scale.fit(startNs - lengthNs / 20, startNs + lengthNs + lengthNs / 20);
    setScale(scale);
    reveal(event);
}

void TimelineCanvas::fit(const TimeSpan& span)
{
    const int64_t margin = (span.toNs - span.fromNs) / 20;
    TimelineScale scale = m_scene.scale;
    scale.fit(span.fromNs - margin, span.toNs + margin);
    setScale(scale);
    m_fitted = span;
}

void TimelineCanvas::reveal(EventId event)
{
    const QRectF rect = m_scene.rectOf(event);
    if (rect.isNull())
        return;
    const int64_t startNs = m_scene.trace->startNs[event];
    TimelineScale scale = m_scene.scale;
    scale.reveal(startNs, startNs + std::max<int64_t>(m_scene.trace->durationNs[event], 0));
    if (scale.startNs != m_scene.scale.startNs)
        setScale(scale);
    m_revealed = event;
    scrollToRevealed();
}

void TimelineCanvas::setCollapsed(int track, bool collapsed)
{
    if (track < 0)
        return;
    if (size_t(track) >= m_collapsed.size())
        m_collapsed.resize(size_t(track) + 1);
    m_collapsed[size_t(track)] = collapsed;
    m_revealed = noEvent;
    layOutRows();
    redraw();
}

void TimelineCanvas::setGroupCollapsed(int group, bool collapsed)
{
    if (size_t(group) >= m_collapsedGroups.size())
        m_collapsedGroups.resize(size_t(group) + 1);
    m_collapsedGroups[size_t(group)] = collapsed;
    m_revealed = noEvent;
    layOutRows();
    redraw();
}

const TimelineList& TimelineCanvas::list()
{
    if (m_listIsOld && m_scene.index) {
        m_list.build(*m_scene.index, m_scene.rows, m_scene.scale, m_scene.scrollY,
                     m_scene.scrollY + m_scene.size.height() - TimelineScene::rulerHeight);
    } else if (!m_scene.index) {
        m_list = {};
    }
    m_listIsOld = false;
    return m_list;
}

std::optional<TimelineTarget> TimelineCanvas::targetAt(QPointF position)
{
    if (!m_scene.plot().contains(position.toPoint()))
        return {};
    const auto place = m_scene.rows.at(int(position.y()) - TimelineScene::rulerHeight + m_scene.scrollY);
    if (!place)
        return {};
    const TimelineSpan* span = list().hit(*place, m_scene.scale, position.x() - m_scene.namesWidth);
    if (!span)
        return {};
    return TimelineTarget{m_scene.rows.bands[place->band].track, place->lane, *span};
}

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    if (!m_scene.index || m_scene.size.isEmpty()) {
        painter.fillRect(viewport()->rect(), m_scene.colors.surface);
        return;
    }
    const double ratio = devicePixelRatioF();
    const QSize size = m_scene.size * ratio;
    if (m_image.size() != size || m_image.devicePixelRatio() != ratio) {
        m_image = QImage(size, QImage::Format_RGB32);
        m_image.setDevicePixelRatio(ratio);
        m_imageIsOld = true;
    }
    if (m_imageIsOld)
        TimelinePainter(m_scene, list(), m_labels).paint(m_image);
    m_imageIsOld = false;
    painter.drawImage(0, 0, m_image);
    paintTimelineMarks(painter, m_scene);
    if (hasFocus() && m_scene.selected == noEvent) {
        painter.setPen(m_scene.colors.accent);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_scene.size = viewport()->size();
    followSize();
}

void TimelineCanvas::followSize()
{
    TimelineScale scale = m_scene.scale;
    scale.width = std::max(m_scene.size.width() - m_scene.namesWidth, 1);
    m_whole ? scale.fitAll() : scale.panBy(0.0);
    m_scene.scale = scale;
    layOutRows();
    redraw();
    if (m_fitted)
        fit(TimeSpan(*m_fitted));
    else
        Q_EMIT moved();
}

void TimelineCanvas::scrollContentsBy(int, int)
{
    m_scene.scrollY = verticalScrollBar()->value();
    if (!m_isScrollingTo)
        m_revealed = noEvent;
    redraw();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_scene.setFont(font());
        followSize();
        searchChanged();
    }
}

} // namespace stepscope::ui
