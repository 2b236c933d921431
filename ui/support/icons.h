#pragma once

#include <QIcon>

namespace stepscope::ui {

/// The color of an icon.
enum class IconColor { Text, Muted, OnAccent, Good, Warning, Error };

/// A picture from resources/icons in the theme's color, which follows the theme.
QIcon themedIcon(const QString& name, IconColor color = IconColor::Text);

/// The program's icon, in its own colors.
QIcon applicationIcon();

} // namespace stepscope::ui
