#include "ui/exports/png_bytes.h"

#include "ui/exports/picture_error.h"

#include <QBuffer>

namespace stepscope::ui {

std::string pngBytes(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw unmadePicture();
    return bytes.toStdString();
}

} // namespace stepscope::ui
