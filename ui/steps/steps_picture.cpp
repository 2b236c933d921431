#include "ui/steps/steps_picture.h"

#include <QApplication>
#include <QCoreApplication>
#include <QPainter>

namespace stepscope::ui {

namespace {

struct StepsPictureWords
{
    Q_DECLARE_TR_FUNCTIONS(StepsPicture)
};

constexpr double pictureMargin = 16.0;
constexpr double titleHeight = 72.0;

QFont pixelFont(int pixels, QFont::Weight weight = QFont::Normal)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

void paintSteps(QPainter& painter, const StepsPicture& picture, const PictureSheet& sheet)
{
    const QSize& size = sheet.size;
    const ThemeColors& colors = sheet.colors;
    const double width = size.width() - 2 * pictureMargin;
    painter.setFont(pixelFont(24, QFont::DemiBold));
    painter.setPen(colors.text);
    drawTextLine(painter, QRectF(pictureMargin, 12.0, width, 32.0), picture.title);
    painter.setFont(pixelFont(16));
    painter.setPen(colors.mutedText);
    drawTextLine(painter, QRectF(pictureMargin, 44.0, width, 22.0), picture.subtitle);
    const QRectF area(0.0, titleHeight, size.width(), size.height() - titleHeight);
    paintStepBars(painter, layOutStepBars(picture.content, area, colors, pixelFont(16)));
}

} // namespace

Picture stepsPicture(const StepsPicture& picture, const QSize& size)
{
    return {.title = picture.title,
            .what = StepsPictureWords::tr("steps"),
            .size = size,
            .paint = paintedBy([picture](QPainter& painter, const PictureSheet& sheet) {
                paintSteps(painter, picture, sheet);
            })};
}

} // namespace stepscope::ui
