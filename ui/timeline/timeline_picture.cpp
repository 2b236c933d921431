#include "ui/timeline/timeline_picture.h"

#include "ui/timeline/timeline_painter.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct TimelinePictureWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelinePicture)
};

constexpr int titleHeight = 44;

/// As high as the tracks that are shown.
QSize sizeOf(const TimelineScene& shown)
{
    const int contentHeight = shown.rows.height - shown.scrollY + TimelineScene::rulerHeight + 12;
    const int height = std::clamp(contentHeight, 120, std::max(shown.size.height(), 120));
    return QSize(shown.size.width(), height) + QSize(0, titleHeight);
}

/// The same time for another sheet, without marks of the pointer.
TimelineScene forSheet(const TimelineScene& shown, const PictureSheet& sheet)
{
    TimelineScene scene = shown;
    scene.colors = sheet.colors;
    scene.hovered.reset();
    scene.size = sheet.size - QSize(0, titleHeight);
    const double seenNs = scene.scale.width * scene.scale.nsPerPixel;
    scene.scale.width = std::max(scene.size.width() - scene.namesWidth, 1);
    scene.scale.nsPerPixel = seenNs / scene.scale.width;
    return scene;
}

void paintTitle(QPainter& painter, const TimelineScene& scene, const QString& title)
{
    painter.fillRect(0, 0, scene.size.width(), titleHeight, scene.colors.surface);
    QFont large = scene.font;
    large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setWeight(QFont::DemiBold);
    painter.setFont(large);
    painter.setPen(scene.colors.text);
    drawTextLine(painter, QRect(12, 0, scene.size.width() - 24, titleHeight), title);
}

TimelineList listOf(const TimelineScene& scene)
{
    TimelineList list;
    list.build(*scene.index, scene.rows, scene.scale, scene.scrollY, scene.scrollY + scene.size.height());
    return list;
}

/// Draws as shapes and text.
void draw(QPainter& painter, const TimelineScene& scene, const QString& title)
{
    paintTitle(painter, scene, title);
    painter.translate(0, titleHeight);
    const TimelineList list = listOf(scene);
    TimelineLabels labels(scene.font);
    TimelinePainter(scene, list, labels).paint(painter);
    paintTimelineMarks(painter, scene);
}

} // namespace

Picture timelinePicture(const TimelineScene& shown, const QString& title)
{
    return {.title = title,
            .what = TimelinePictureWords::tr("the timeline"),
            .size = sizeOf(shown),
            .paint = paintedBy([shown, title](QPainter& painter, const PictureSheet& sheet) {
                draw(painter, forSheet(shown, sheet), title);
            })};
}

} // namespace stepscope::ui
