#pragma once

#include "core/base/error.h"

#include <QString>

namespace stepscope::ui {

/// Throws Error if `what`, such as "the flame graph", cannot be written in this format.
void checkPictureFormat(const QString& format, const QString& what);

/// For an image without pixels.
Error unmadePicture();

} // namespace stepscope::ui
