#include "ui/steps/steps_picture.h"

#include "core/base/files/atomic_file.h"
#include "ui/support/picture_error.h"
#include "ui/support/qt_text.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <filesystem>

namespace stepscope::ui {

namespace {

struct StepsPictureWords
{
    Q_DECLARE_TR_FUNCTIONS(StepsPicture)
};

constexpr QSize size(1600, 800);
constexpr double pictureMargin = 16.0;
constexpr double titleHeight = 72.0;

QFont pixelFont(int pixels, QFont::Weight weight = QFont::Normal)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

void paintPicture(QPainter& painter, const StepsPicture& picture)
{
    const ThemeColors colors = Theme::lightColors();
    painter.fillRect(QRectF(QPointF(), QSizeF(size)), colors.surface);
    const double width = size.width() - 2 * pictureMargin;
    painter.setFont(pixelFont(24, QFont::DemiBold));
    painter.setPen(colors.text);
    painter.drawText(QRectF(pictureMargin, 12.0, width, 32.0), Qt::AlignVCenter | Qt::TextSingleLine,
                     picture.title);
    painter.setFont(pixelFont(16));
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(pictureMargin, 44.0, width, 22.0), Qt::AlignVCenter | Qt::TextSingleLine,
                     picture.subtitle);
    const QRectF area(0.0, titleHeight, size.width(), size.height() - titleHeight);
    paintStepBars(painter, layOutStepBars(picture.content, area, colors, pixelFont(16)));
}

bool paintOn(QPaintDevice& device, double scale, const StepsPicture& picture)
{
    QPainter painter;
    if (!painter.begin(&device))
        return false;
    painter.scale(scale, scale);
    paintPicture(painter, picture);
    return painter.end();
}

bool paintSvg(const StepsPicture& picture, const QString& path)
{
    QSvgGenerator generator;
    generator.setFileName(path);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    // Qt 6.4 writes a title into the XML unescaped; a later version may escape it. So the title must not need
    // escaping.
    generator.setTitle(QString(picture.title).replace('&', "and").remove('<').remove('>'));
    return paintOn(generator, 1.0, picture);
}

bool paintPdf(const StepsPicture& picture, const QString& path)
{
    QPdfWriter writer(path);
    writer.setCreator("Stepscope");
    writer.setTitle(picture.title);
    writer.setPageSize(QPageSize(QSizeF(size) * 0.5, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    return paintOn(writer, double(writer.width()) / size.width(), picture);
}

} // namespace

QImage stepsImage(const StepsPicture& picture)
{
    QImage image(size * 2, QImage::Format_RGB32);
    paintOn(image, 2.0, picture);
    return image;
}

void writeStepsPicture(const StepsPicture& picture, const QString& path)
{
    const QString format = QFileInfo(path).suffix().toLower();
    checkPictureFormat(format, StepsPictureWords::tr("steps"));
    writeFileAtomically(std::filesystem::path(path.toStdU16String()),
                        [&](const std::filesystem::path& temporary) {
                            const QString file = toQString(temporary);
                            const bool isWritten = format == "svg"   ? paintSvg(picture, file)
                                                   : format == "pdf" ? paintPdf(picture, file)
                                                                     : stepsImage(picture).save(file, "png");
                            if (!isWritten)
                                throw unwrittenPicture(path);
                        });
}

} // namespace stepscope::ui
