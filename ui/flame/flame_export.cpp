#include "ui/flame/flame_export.h"

#include "core/base/files/atomic_file.h"
#include "ui/flame/flame_legend.h"
#include "ui/support/pass_colors.h"
#include "ui/support/picture_error.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct FlameExportWords
{
    Q_DECLARE_TR_FUNCTIONS(FlameExport)
};

constexpr int width = 1200;
constexpr int margin = 24;
constexpr int headHeight = 92;
constexpr int rowHeight = 20;
constexpr int mostRows = 700; ///< higher pictures are of no use

QFont posterFont(int size, QFont::Weight weight = QFont::Normal)
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(size);
    font.setWeight(weight);
    return font;
}

void paintHead(QPainter& painter, const FlamePoster& poster, const ThemeColors& colors)
{
    painter.setFont(posterFont(18, QFont::DemiBold));
    painter.setPen(colors.text);
    painter.drawText(QRect(margin, 16, width - 2 * margin, 26), Qt::AlignLeft | Qt::AlignVCenter,
                     poster.title);
    painter.setFont(posterFont(12));
    painter.setPen(colors.mutedText);
    painter.drawText(QRect(margin, 42, width - 2 * margin, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     poster.subtitle);
    int left = margin;
    painter.setFont(posterFont(11));
    for (const auto& [name, color] : flameLegend(*poster.data, poster.coloring, colors)) {
        painter.fillRect(QRect(left, 68, 10, 10), color);
        painter.setPen(colors.text);
        const int length = painter.fontMetrics().horizontalAdvance(name) + 2;
        painter.drawText(QRect(left + 16, 63, length, 20), Qt::AlignLeft | Qt::AlignVCenter, name);
        left += 16 + length + 16;
    }
}

bool paintSvg(const QString& path, const QSize& size, const QString& title,
              const std::function<void(QPainter&)>& paint)
{
    QSvgGenerator generator;
    generator.setFileName(path);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    // Qt 6.4 writes a title into the XML unescaped; a later version may escape it. So the title must not need
    // escaping.
    generator.setTitle(QString(title).replace('&', "and").remove('<').remove('>'));
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    paint(painter);
    return painter.end();
}

bool paintPdf(const QString& path, const QSize& size, const QString& title,
              const std::function<void(QPainter&)>& paint)
{
    QPdfWriter writer(path);
    writer.setTitle(title);
    writer.setCreator("Stepscope");
    writer.setResolution(96);
    writer.setPageMargins({});
    writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter;
    if (!painter.begin(&writer))
        return false;
    paint(painter);
    return painter.end();
}

bool paintPng(const QString& path, const QSize& size, const std::function<void(QPainter&)>& paint)
{
    QImage image(size * 2, QImage::Format_RGB32);
    if (image.isNull())
        return false;
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(2, 2);
    paint(painter);
    painter.end();
    return image.save(path, "PNG");
}

} // namespace

void writePicture(const QString& path, const QSize& size, const QString& title, const QString& what,
                  const std::function<void(QPainter&)>& paint)
{
    const QString format = QFileInfo(path).suffix().toLower();
    checkPictureFormat(format, what);
    writeFileAtomically(std::filesystem::path(path.toStdU16String()),
                        [&](const std::filesystem::path& temporary) {
                            const QString file = toQString(temporary);
                            const bool isWritten = format == "svg"   ? paintSvg(file, size, title, paint)
                                                   : format == "pdf" ? paintPdf(file, size, title, paint)
                                                                     : paintPng(file, size, paint);
                            if (!isWritten)
                                throw unwrittenPicture(path);
                        });
}

void writeFlamePoster(const FlamePoster& poster, const QString& path)
{
    const CallTree& tree = *poster.data->tree;
    const ThemeColors colors = Theme::lightColors();
    FlameBoxes boxes = flameBoxes(tree, poster.data->order, poster.zoom, width - 2 * margin);
    boxes.rows = std::min(boxes.rows, mostRows);
    std::erase_if(boxes.boxes, [](const FlameBox& box) { return box.row >= mostRows; });
    FrameTitles titles(tree, posterFont(11));
    const FlameMarks noMarks;
    const FlamePicture picture{.data = *poster.data,
                               .boxes = boxes,
                               .colors = colors,
                               .titles = titles,
                               .marks = noMarks,
                               .coloring = poster.coloring,
                               .shape = poster.shape,
                               .zoomRow = int(tree.pathTo(poster.zoom).size()),
                               .rowHeight = rowHeight,
                               .height = boxes.rows * rowHeight};
    const QSize size(width, headHeight + picture.height + margin);
    writePicture(path, size, poster.title, FlameExportWords::tr("the flame graph"), [&](QPainter& painter) {
        painter.fillRect(QRect(QPoint(), size), colors.surface);
        paintHead(painter, poster, colors);
        painter.translate(margin, headHeight);
        picture.paint(painter, QRect(0, 0, width - 2 * margin, picture.height));
    });
}

} // namespace stepscope::ui
