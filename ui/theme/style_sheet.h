#pragma once

#include "ui/theme/theme.h"

#include <QString>

namespace stepscope::ui {

/// What the application's style sheet adds to the Fusion style and the palette. A push button with the
/// property `primary` set to true has the accent color; a label with `muted` is less prominent.
QString styleSheet(const ThemeColors& colors, bool dark);

} // namespace stepscope::ui
