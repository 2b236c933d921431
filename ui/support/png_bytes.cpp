#include "ui/support/png_bytes.h"

#include "ui/support/picture_error.h"

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
