#include "ui/pictures/svg_picture.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "ui/exports/png_bytes.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

namespace stepscope::ui {

namespace {

struct SvgPictureWords
{
    Q_DECLARE_TR_FUNCTIONS(SvgPicture)
};

} // namespace

void paintSvgPicture(const std::string& svg, const std::filesystem::path& png, double scale)
{
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    if (!renderer.isValid())
        throw Error(SvgPictureWords::tr("%1 cannot be painted: its SVG is not valid.")
                        .arg(toQString(png))
                        .toStdString());
    QImage image(renderer.defaultSize() * scale, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        throw Error(SvgPictureWords::tr("%1 cannot be painted: %2 × %3 pixels is too large.")
                        .arg(toQString(png))
                        .arg(int(renderer.defaultSize().width() * scale))
                        .arg(int(renderer.defaultSize().height() * scale))
                        .toStdString());
    image.fill(Qt::transparent);
    {
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        renderer.render(&painter);
    }
    writeFileAtomically(png, pngBytes(image));
}

} // namespace stepscope::ui
