#pragma once

#include <QIcon>

namespace stepscope::ui {

/// What an icon is drawn in.
enum class IconColor { Text, Muted, OnAccent, Good, Warning, Error };

/// A picture of resources/icons in the theme's colour; follows the theme by itself.
QIcon themedIcon(const QString& name, IconColor color = IconColor::Text);

/// The program's own, in its own colours.
QIcon applicationIcon();

} // namespace stepscope::ui
