#include "ui/flame/flame_export.h"

#include "ui/flame/flame_legend.h"
#include "ui/support/pass_colors.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPainter>

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

void paintHead(QPainter& painter, const FlamePoster& poster, const PictureSheet& sheet)
{
    const ThemeColors& colors = sheet.colors;
    const int textWidth = sheet.size.width() - 2 * margin;
    painter.setFont(posterFont(18, QFont::DemiBold));
    painter.setPen(colors.text);
    drawTextLine(painter, QRect(margin, 16, textWidth, 26), poster.title);
    painter.setFont(posterFont(12));
    painter.setPen(colors.mutedText);
    drawTextLine(painter, QRect(margin, 42, textWidth, 20), poster.subtitle);
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

FlameBoxes boxesOf(const FlamePoster& poster, int pixels)
{
    return flameBoxes(*poster.data->tree, poster.data->order, poster.zoom, pixels);
}

/// The rows from the root on that fit the sheet.
void paintPoster(QPainter& painter, FlamePoster poster, const PictureSheet& sheet)
{
    const CallTree& tree = *poster.data->tree;
    const int pixels = sheet.size.width() - 2 * margin;
    FlameBoxes boxes = boxesOf(poster, pixels);
    const int room = std::max((sheet.size.height() - headHeight - margin) / rowHeight, 1);
    if (boxes.rows > room) {
        poster.subtitle +=
            FlameExportWords::tr(" (%n more level(s) are left out)", nullptr, boxes.rows - room);
        boxes.rows = room;
        std::erase_if(boxes.boxes, [room](const FlameBox& box) { return box.row >= room; });
    }
    FrameTitles titles(tree, posterFont(11));
    const FlameMarks noMarks;
    const FlamePicture picture{.data = *poster.data,
                               .boxes = boxes,
                               .colors = sheet.colors,
                               .titles = titles,
                               .marks = noMarks,
                               .coloring = poster.coloring,
                               .shape = poster.shape,
                               .zoomRow = int(tree.pathTo(poster.zoom).size()),
                               .rowHeight = rowHeight,
                               .height = boxes.rows * rowHeight};
    paintHead(painter, poster, sheet);
    painter.translate(margin, headHeight);
    picture.paint(painter, QRect(0, 0, pixels, picture.height));
}

} // namespace

Picture flamePicture(const FlamePoster& poster)
{
    const int rows = std::min(boxesOf(poster, width - 2 * margin).rows, mostRows);
    return {.title = poster.title,
            .what = FlameExportWords::tr("the flame graph"),
            .size = {width, headHeight + rows * rowHeight + margin},
            .paint = paintedBy([poster](QPainter& painter, const PictureSheet& sheet) {
                painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
                paintPoster(painter, poster, sheet);
            })};
}

} // namespace stepscope::ui
