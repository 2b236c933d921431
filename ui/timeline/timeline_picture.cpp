#include "ui/timeline/timeline_picture.h"

#include "core/base/files/atomic_file.h"
#include "ui/support/picture_error.h"
#include "ui/support/qt_text.h"
#include "ui/timeline/timeline_painter.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <filesystem>

namespace stepscope::ui {

namespace {

struct TimelinePictureWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelinePicture)
};

constexpr int titleHeight = 44;
constexpr double pixelsPerUnit = 2.0;

/// The scene for print: as high as its tracks, without marks of the pointer.
TimelineScene forPaper(const TimelineScene& shown)
{
    TimelineScene scene = shown;
    scene.colors = Theme::lightColors();
    scene.hovered.reset();
    const int contentHeight = scene.rows.height - scene.scrollY + TimelineScene::rulerHeight + 12;
    scene.size.setHeight(std::clamp(contentHeight, 120, std::max(scene.size.height(), 120)));
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
    painter.drawText(QRect(12, 0, scene.size.width() - 24, titleHeight), Qt::AlignVCenter,
                     QFontMetrics(large).elidedText(title, Qt::ElideRight, scene.size.width() - 24));
}

TimelineList listOf(const TimelineScene& scene)
{
    TimelineList list;
    list.build(*scene.index, scene.rows, scene.scale, scene.scrollY, scene.scrollY + scene.size.height());
    return list;
}

/// Draws as shapes and text.
void draw(QPainter& painter, const TimelineScene& shown, const QString& title)
{
    const TimelineScene scene = forPaper(shown);
    paintTitle(painter, scene, title);
    painter.translate(0, titleHeight);
    const TimelineList list = listOf(scene);
    TimelineLabels labels(scene.font);
    TimelinePainter(scene, list, labels).paint(painter);
    paintTimelineMarks(painter, scene);
}

QSize sizeOf(const TimelineScene& shown)
{
    return forPaper(shown).size + QSize(0, titleHeight);
}

bool writeSvg(const TimelineScene& scene, const QString& title, const QString& path)
{
    QSvgGenerator generator;
    generator.setFileName(path);
    generator.setSize(sizeOf(scene));
    generator.setViewBox(QRect(QPoint(), sizeOf(scene)));
    // Qt 6.4 writes a title into the XML unescaped; a later version may escape it. So the title must not need
    // escaping.
    generator.setTitle(QString(title).replace('&', "and").remove('<').remove('>'));
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    draw(painter, scene, title);
    return painter.end();
}

bool writePdf(const TimelineScene& scene, const QString& title, const QString& path)
{
    QPdfWriter writer(path);
    writer.setTitle(title);
    writer.setCreator("Stepscope");
    writer.setResolution(96);
    const QSizeF points = QSizeF(sizeOf(scene)) * 0.75;
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter;
    if (!painter.begin(&writer))
        return false;
    draw(painter, scene, title);
    return painter.end();
}

bool write(const TimelineScene& scene, const QString& title, const QString& format, const QString& path)
{
    if (format == "svg")
        return writeSvg(scene, title, path);
    return format == "pdf" ? writePdf(scene, title, path) : timelineImage(scene, title).save(path, "png");
}

} // namespace

QImage timelineImage(const TimelineScene& shown, const QString& title)
{
    QImage image(sizeOf(shown) * pixelsPerUnit, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelsPerUnit);
    QPainter painter(&image);
    draw(painter, shown, title);
    return image;
}

void writeTimelinePicture(const TimelineScene& scene, const QString& title, const QString& path)
{
    const QString format = QFileInfo(path).suffix().toLower();
    checkPictureFormat(format, TimelinePictureWords::tr("the timeline"));
    writeFileAtomically(std::filesystem::path(path.toStdU16String()),
                        [&](const std::filesystem::path& temporary) {
                            if (!write(scene, title, format, toQString(temporary)))
                                throw unwrittenPicture(path);
                        });
}

} // namespace stepscope::ui
