#pragma once

#include "core/pictures/picture_options.h"

#include <QSize>
#include <QString>

namespace stepscope::ui {

/// What the user chose for the last picture that was exported.
struct RememberedPicture
{
    QSize size;    ///< empty: as shown
    int scale = 2; ///< one of pictureScales
    bool dark = false;
    QString format; ///< "png"; empty: the first one that is possible
};

/// Settings that are missing or beyond the limits have their initial values.
RememberedPicture rememberedPicture();
void rememberPicture(const RememberedPicture& picture);

} // namespace stepscope::ui
