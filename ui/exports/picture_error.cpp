#include "ui/exports/picture_error.h"

#include <QCoreApplication>

namespace stepscope::ui {

namespace {

struct PictureErrorWords
{
    Q_DECLARE_TR_FUNCTIONS(PictureError)
};

} // namespace

void checkPictureFormat(const QString& format, const QString& what)
{
    if (format != "png" && format != "svg" && format != "pdf")
        throw Error(PictureErrorWords::tr("Cannot write %1 as \"%2\": png, svg or pdf was expected.")
                        .arg(what, format)
                        .toStdString());
}

Error unmadePicture()
{
    return Error(
        PictureErrorWords::tr("The picture cannot be created: it is empty or there is not enough memory.")
            .toStdString());
}

} // namespace stepscope::ui
