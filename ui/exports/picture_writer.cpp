#include "ui/exports/picture_writer.h"

#include "core/base/files/atomic_file.h"
#include "ui/exports/picture_error.h"
#include "ui/exports/png_bytes.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>
#include <filesystem>

namespace stepscope::ui {

namespace {

constexpr int unitsPerInch = 96;
constexpr double pointsPerUnit = 72.0 / unitsPerInch;

PictureSheet sheetOf(const Picture& picture, const PictureOptions& options, bool isVector)
{
    const bool dark = options.dark && picture.whyOwnColors.isEmpty();
    const bool isOwnSize = options.width <= 0 || options.height <= 0 || !picture.whyOwnSize.isEmpty();
    return {.size = isOwnSize ? picture.size : QSize(options.width, options.height),
            .scale = isVector ? 1.0 : options.scale,
            .isVector = isVector,
            .dark = dark,
            .colors = dark ? Theme::darkColors() : Theme::lightColors()};
}

QByteArray svgOf(const Picture& picture, PictureSheet sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(sheet.size);
    generator.setViewBox(QRect(QPoint(), sheet.size));
    // Qt 6.4 writes a title into the XML unescaped; a later version may escape it. So the title must not need
    // escaping.
    generator.setTitle(QString(picture.title).replace('&', "and").remove('<').remove('>'));
    sheet.device = &generator;
    return picture.paint(sheet) ? bytes : QByteArray();
}

QByteArray pdfOf(const Picture& picture, PictureSheet sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(picture.title);
    writer.setCreator("Stepscope");
    writer.setResolution(unitsPerInch);
    writer.setPageMargins({});
    writer.setPageSize(
        QPageSize(QSizeF(sheet.size) * pointsPerUnit, QPageSize::Point, {}, QPageSize::ExactMatch));
    sheet.device = &writer;
    return picture.paint(sheet) ? bytes : QByteArray();
}

} // namespace

QStringList pictureFormats()
{
    QStringList formats;
    for (const std::string_view format : pictureFormatNames)
        formats += QString::fromUtf8(format.data(), qsizetype(format.size()));
    return formats;
}

QImage pictureImage(const Picture& picture, const PictureOptions& options)
{
    PictureSheet sheet = sheetOf(picture, options, false);
    checkPicturePixels(sheet.size.width(), sheet.size.height(), sheet.scale);
    QImage image((QSizeF(sheet.size) * sheet.scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        throw unmadePicture();
    image.fill(sheet.colors.surface);
    sheet.device = &image;
    if (!picture.paint(sheet))
        throw unmadePicture();
    // Prints at the same size whatever the scale. Set last, because fonts follow it.
    image.setDotsPerMeterX(int(std::lround(image.dotsPerMeterX() * sheet.scale)));
    image.setDotsPerMeterY(int(std::lround(image.dotsPerMeterY() * sheet.scale)));
    return image;
}

std::string pictureBytes(const Picture& picture, const PictureOptions& options, const QString& format)
{
    checkPictureFormat(format, picture.what);
    if (format == "png")
        return pngBytes(pictureImage(picture, options));
    const PictureSheet sheet = sheetOf(picture, options, true);
    checkPicturePixels(sheet.size.width(), sheet.size.height(), sheet.scale);
    if (format == "svg" && picture.svg)
        return picture.svg(sheet);
    const QByteArray bytes = format == "svg" ? svgOf(picture, sheet) : pdfOf(picture, sheet);
    if (bytes.isEmpty())
        throw unmadePicture();
    return bytes.toStdString();
}

void writePicture(const Picture& picture, const PictureOptions& options, const QString& path)
{
    const QString format = QFileInfo(path).suffix().toLower();
    writeFileAtomically(std::filesystem::path(path.toStdString()), pictureBytes(picture, options, format));
}

} // namespace stepscope::ui
