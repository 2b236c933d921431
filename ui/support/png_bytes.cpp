#include "ui/support/png_bytes.h"

#include "core/base/error.h"

#include <QBuffer>

namespace stepscope::ui {

std::string pngBytes(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw Error("The picture cannot be made: it is empty, or memory is short.");
    return bytes.toStdString();
}

} // namespace stepscope::ui
