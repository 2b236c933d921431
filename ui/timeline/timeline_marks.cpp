#include "ui/support/qt_text.h"
#include "ui/timeline/timeline_painter.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <QRegion>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

struct TimelineMarksWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelineMarks)
};

constexpr double farAway = 4000.0; ///< pixels; beyond this distance the end of a line is irrelevant

double near(double x, double width)
{
    return std::clamp(x, -farAway, width + farAway);
}

/// Dims what is outside the selected steps, except for the headings of groups.
void paintScope(QPainter& painter, const TimelineScene& scene)
{
    QColor veil = scene.colors.window;
    veil.setAlphaF(0.72F);
    const QRect plot = scene.plot();
    QRegion veiled = plot;
    for (const TimelineBand& band : scene.rows.bands) {
        if (band.kind == TimelineBand::Kind::Heading)
            veiled -= QRect(plot.left(), scene.yOf(band.top), plot.width(), band.height);
    }
    painter.save();
    painter.setClipRegion(veiled);
    const double left = std::clamp(scene.xOf(scene.scope->fromNs), double(plot.left()), plot.right() + 1.0);
    const double right = std::clamp(scene.xOf(scene.scope->toNs), double(plot.left()), plot.right() + 1.0);
    painter.fillRect(QRectF(plot.left(), plot.top(), left - plot.left(), plot.height()), veil);
    painter.fillRect(QRectF(right, plot.top(), plot.right() + 1.0 - right, plot.height()), veil);
    painter.restore();
}

void paintMeasured(QPainter& painter, const TimelineScene& scene)
{
    const double width = scene.size.width();
    const double left = near(scene.xOf(scene.measured->fromNs), width);
    const double right = near(scene.xOf(scene.measured->toNs), width);
    const QRect plot = scene.plot();
    QColor fill = scene.colors.accent;
    fill.setAlphaF(0.14F);
    painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), fill);
    for (const double x : {left, right})
        painter.fillRect(QRectF(std::floor(x), plot.top(), 1, plot.height()), scene.colors.accent);

    const int64_t lengthNs = scene.measured->toNs - scene.measured->fromNs;
    const int64_t events = scene.index->startsWithin(scene.measured->fromNs, scene.measured->toNs);
    const QString length = durationText(double(lengthNs));
    const QString shown =
        length + " · " + counted(TimelineMarksWords::tr("%1 event(s)", nullptr, formNumber(events)), events);
    const QFontMetricsF metrics(scene.font);
    QRectF pill(0, plot.top() + 4.0, metrics.horizontalAdvance(shown) + 16, metrics.height() + 6);
    pill.moveLeft(std::clamp((left + right - pill.width()) / 2, plot.left() + 4.0,
                             std::max(width - pill.width() - 4, plot.left() + 4.0)));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.colors.accent);
    painter.drawRoundedRect(pill, 4, 4);
    painter.setPen(scene.colors.accentText);
    painter.drawText(pill, Qt::AlignCenter, shown);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintHovered(QPainter& painter, const TimelineScene& scene)
{
    const TimelineBand* band = scene.rows.bandOf(scene.hovered->track);
    if (!band || scene.hovered->lane >= band->lanes)
        return;
    const double width = scene.size.width();
    const double left = near(scene.xOf(scene.hovered->span.startNs), width);
    const double right = std::max(near(scene.xOf(scene.hovered->span.endNs), width), left + 1);
    const int top = scene.yOf(band->laneTop(scene.hovered->lane));
    QColor color = scene.colors.text;
    color.setAlphaF(0.7F);
    painter.setPen(QPen(color, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(left - 0.5, top - 0.5, right - left, band->laneHeight));
}

void paintSelected(QPainter& painter, const TimelineScene& scene)
{
    QRectF rect = scene.rectOf(scene.selected);
    if (rect.isNull())
        return;
    const double width = scene.size.width();
    rect = QRectF(QPointF(near(rect.left(), width), rect.top()),
                  QPointF(near(rect.right(), width), rect.bottom()));
    // Keeps very narrow events visible.
    if (rect.width() < 4)
        rect.adjust(-(4 - rect.width()) / 2, 0, (4 - rect.width()) / 2, 0);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(scene.colors.surface, 4));
    painter.drawRect(rect.adjusted(-1, -1, 1, 1));
    painter.setPen(QPen(scene.colors.text, 2));
    painter.drawRect(rect.adjusted(-1, -1, 1, 1));
}

/// From below one event to above the other: runs between the tracks rather than over names.
void paintArrow(QPainter& painter, const TimelineScene& scene, EventId fromEvent, EventId toEvent)
{
    const QRectF from = scene.rectOf(fromEvent);
    const QRectF to = scene.rectOf(toEvent);
    if (from.isNull() || to.isNull())
        return;
    const double width = scene.size.width();
    const QPointF start(near(from.right() - std::min(from.width() / 2, 12.0), width), from.bottom() + 1);
    const QPointF tip(near(to.left() + std::min(to.width() / 2, 12.0), width), to.top() - 1);
    const double bend = std::clamp(std::abs(tip.y() - start.y()) / 2, 16.0, 60.0);
    QPainterPath path(start);
    path.cubicTo(start + QPointF(0, bend), tip - QPointF(0, bend), tip - QPointF(0, 4));
    QColor halo = scene.colors.surface;
    halo.setAlphaF(0.7F);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(halo, 4));
    painter.drawPath(path);
    painter.setPen(QPen(scene.colors.text, 1.5));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.colors.text);
    const QPointF head[] = {tip, tip + QPointF(-4, -8), tip + QPointF(4, -8)};
    painter.drawPolygon(head, 3);
    painter.drawEllipse(start, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintLink(QPainter& painter, const TimelineScene& scene)
{
    const bool isBackward = scene.trace->pass[scene.selected] == Pass::Backward;
    if (isBackward)
        paintArrow(painter, scene, scene.linked, scene.selected);
    else
        paintArrow(painter, scene, scene.selected, scene.linked);
}

/// Whether its time is visible.
bool isSeen(const TimelineScene& scene, EventId event)
{
    const QRectF place = scene.rectOf(event);
    return place.right() >= scene.namesWidth && place.left() <= scene.size.width();
}

/// Only the first ones, if there are many.
void paintLaunches(QPainter& painter, const TimelineScene& scene)
{
    constexpr int mostArrows = 24;
    int painted = 0;
    for (const TimelineLaunch& launch : scene.launches) {
        if ((isSeen(scene, launch.launcher) || isSeen(scene, launch.work)) && painted++ < mostArrows)
            paintArrow(painter, scene, launch.launcher, launch.work);
    }
}

} // namespace

void paintTimelineMarks(QPainter& painter, const TimelineScene& scene)
{
    if (!scene.trace || !scene.index)
        return;
    painter.save();
    painter.setFont(scene.font);
    painter.setClipRect(scene.plot());
    if (scene.scope)
        paintScope(painter, scene);
    if (scene.hovered)
        paintHovered(painter, scene);
    if (scene.selected != noEvent) {
        if (scene.linked != noEvent)
            paintLink(painter, scene);
        paintLaunches(painter, scene);
        paintSelected(painter, scene);
    }
    if (scene.measured)
        paintMeasured(painter, scene);
    painter.restore();
}

} // namespace stepscope::ui
