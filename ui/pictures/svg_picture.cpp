#include "ui/pictures/svg_picture.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "ui/support/png_bytes.h"

#include <fmt/format.h>

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

namespace stepscope::ui {

void paintSvgPicture(const std::string& svg, const std::filesystem::path& png, double scale)
{
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    if (!renderer.isValid())
        throw Error(fmt::format("{} cannot be painted: its SVG is not valid.", png.string()));
    QImage image(renderer.defaultSize() * scale, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        throw Error(fmt::format("{} cannot be painted: {} by {} pixels are too many.", png.string(),
                                int(renderer.defaultSize().width() * scale),
                                int(renderer.defaultSize().height() * scale)));
    image.fill(Qt::transparent);
    {
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        renderer.render(&painter);
    }
    writeFileAtomically(png, pngBytes(image));
}

} // namespace stepscope::ui
