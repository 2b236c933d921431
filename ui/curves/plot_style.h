#pragma once

#include "ui/curves/plot_library.h"
#include "ui/theme/theme.h"

namespace stepscope::ui {

QFont scaledFont(QFont font, double factor, QFont::Weight weight = QFont::Normal);

/// Layers and distances that all plots share.
void layOutAxis(QCPAxis* axis);
/// Sets colors, and fonts derived from the plot's own.
void styleAxis(QCPAxis* axis, const ThemeColors& colors, const QFont& font);

} // namespace stepscope::ui
