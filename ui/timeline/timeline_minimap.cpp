#include "ui/timeline/timeline_minimap.h"

#include "ui/support/qt_text.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_filler.h"
#include "ui/timeline/timeline_tones.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr int stripHeight = 44;
constexpr int inset = 6;
constexpr int hitsHeight = 4;
constexpr int mostRowHeight = 12;

} // namespace

TimelineMinimap::TimelineMinimap(TimelineCanvas* canvas, QWidget* parent)
    : QWidget(parent)
    , m_canvas(canvas)
{
    setObjectName("timelineMinimap");
    setFixedHeight(stripHeight);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setToolTip(tr("The whole trace: click or drag to go there"));
    connect(canvas, &TimelineCanvas::moved, this, qOverload<>(&QWidget::update));
}

void TimelineMinimap::renew()
{
    m_isOld = true;
    update();
}

TimelineScale TimelineMinimap::scale() const
{
    TimelineScale whole = m_canvas->scene().scale;
    whole.width = std::max(width() - m_canvas->scene().namesWidth, 1);
    whole.fitAll();
    return whole;
}

void TimelineMinimap::paintContent()
{
    const TimelineScene& scene = m_canvas->scene();
    const double ratio = devicePixelRatioF();
    m_image = QImage(size() * ratio, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(ratio);
    m_image.fill(scene.colors.window);
    std::vector<const TimelineLane*> lanes;
    for (const TimelineTrack& track : scene.index->threads()) {
        if (!track.lanes.empty())
            lanes.push_back(&track.lanes.front());
    }
    if (lanes.empty())
        return;
    ImageFiller filler(m_image, QRect(scene.namesWidth, 0, width() - scene.namesWidth, height()));
    const TimelineScale whole = scale();
    const int rowHeight =
        std::clamp((stripHeight - 2 * inset - hitsHeight) / int(lanes.size()), 1, mostRowHeight);
    std::vector<TimelineSpan> spans;
    for (size_t row = 0; row < lanes.size(); ++row) {
        spans.clear();
        lanes[row]->fold(whole.timeAt(0), whole.timeAt(whole.width), whole.cellNs(), spans);
        const int top = inset + int(row) * rowHeight;
        for (const TimelineSpan& span : spans) {
            const double lengthNs = std::max(double(span.endNs - span.startNs), whole.nsPerPixel);
            const double density = std::min(double(span.busyNs) / lengthNs, 1.0);
            filler.fill(scene.namesWidth + whole.pixelOf(span.startNs),
                        scene.namesWidth + whole.pixelOf(span.endNs), top, top + std::max(rowHeight - 1, 1),
                        tinted(scene.colors.window,
                               toneColor(toneOf(*scene.trace, span.longestEvent(), span.pass), scene.colors),
                               0.2 + 0.6 * density)
                            .rgb());
        }
    }
    paintHits();
}

void TimelineMinimap::paintHits()
{
    const TimelineScene& scene = m_canvas->scene();
    if (!scene.search || !scene.search->isActive())
        return;
    const TimelineScale whole = scale();
    ImageFiller filler(m_image, QRect(scene.namesWidth, 0, width() - scene.namesWidth, height()));
    const auto& hits = scene.search->hits();
    // One lookup per pixel, however many hits there are.
    auto hit = hits.begin();
    while (hit != hits.end()) {
        const double x = std::floor(whole.pixelOf(scene.trace->startNs[*hit]));
        filler.fill(scene.namesWidth + x, scene.namesWidth + x + 1, stripHeight - inset - hitsHeight,
                    stripHeight - inset, scene.colors.accent.rgb());
        hit = std::lower_bound(hit + 1, hits.end(), whole.timeAt(x + 1),
                               [&](EventId event, int64_t ns) { return scene.trace->startNs[event] < ns; });
    }
}

void TimelineMinimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const TimelineScene& scene = m_canvas->scene();
    if (!scene.index) {
        painter.fillRect(rect(), scene.colors.window);
        return;
    }
    if (m_isOld || m_image.size() != size() * devicePixelRatioF())
        paintContent();
    m_isOld = false;
    painter.drawImage(0, 0, m_image);

    const TimelineScale whole = scale();
    const double left = scene.namesWidth + whole.pixelOf(scene.scale.firstSeenNs());
    const double right = scene.namesWidth + whole.pixelOf(scene.scale.lastSeenNs());
    QColor veil = scene.colors.window;
    veil.setAlphaF(0.6F);
    const double from = std::clamp(left, double(scene.namesWidth), double(width()));
    const double to = std::clamp(right, from, double(width()));
    painter.fillRect(QRectF(scene.namesWidth, 0, from - scene.namesWidth, height()), veil);
    painter.fillRect(QRectF(to, 0, width() - to, height()), veil);
    if (!scene.scale.isFitted()) {
        painter.setPen(QPen(scene.colors.accent, 1.5));
        painter.drawRect(QRectF(from + 0.5, 2.5, std::max(to - from - 1, 3.0), height() - 6.0));
    }
    painter.setPen(scene.colors.mutedText);
    const auto lengthNs = double(scene.index->endNs() - scene.index->beginNs());
    painter.drawText(QRect(12, 0, scene.namesWidth - 16, height() - 1), Qt::AlignVCenter,
                     tr("Whole: %1").arg(durationText(lengthNs)));
    painter.fillRect(0, height() - 1, width(), 1, scene.colors.border);
    painter.fillRect(scene.namesWidth - 1, 0, 1, height(), scene.colors.border);
}

void TimelineMinimap::moveTo(double x)
{
    const TimelineScene& scene = m_canvas->scene();
    const TimelineScale whole = scale();
    TimelineScale shown = scene.scale;
    const double seenNs = shown.nsPerPixel * shown.width;
    const double atNs = whole.startNs + (x - scene.namesWidth) * whole.nsPerPixel;
    shown.panBy((atNs - m_grip * seenNs - shown.startNs) / shown.nsPerPixel);
    m_canvas->setShown(shown);
}

void TimelineMinimap::mousePressEvent(QMouseEvent* event)
{
    const TimelineScene& scene = m_canvas->scene();
    if (event->button() != Qt::LeftButton || !scene.index || event->position().x() < scene.namesWidth)
        return;
    // Dragging holds the frame where it was grabbed; a click outside centers it there.
    const TimelineScale whole = scale();
    const double atNs = whole.startNs + (event->position().x() - scene.namesWidth) * whole.nsPerPixel;
    const double share = (atNs - scene.scale.startNs) / (scene.scale.nsPerPixel * scene.scale.width);
    m_grip = share >= 0.0 && share <= 1.0 ? share : 0.5;
    setCursor(Qt::ClosedHandCursor);
    moveTo(event->position().x());
}

void TimelineMinimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton && m_canvas->scene().index)
        moveTo(event->position().x());
}

void TimelineMinimap::mouseReleaseEvent(QMouseEvent*)
{
    unsetCursor();
}

void TimelineMinimap::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (m_canvas->scene().index)
        m_canvas->zoomBy(event->angleDelta().y() > 0 ? 1.25 : 0.8);
}

} // namespace stepscope::ui
