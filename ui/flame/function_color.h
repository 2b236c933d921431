#pragma once

#include "ui/theme/theme.h"

#include <QColor>

#include <string_view>

namespace stepscope::ui {

/// What a function of a profile belongs to, as far as its name tells: the file in "forward (model.py:12)",
/// the class or namespace in "at::native::add", else itself.
std::string_view moduleOf(std::string_view function);

/// The colour of such a function: those of one module have the same.
QColor functionColor(std::string_view function, const ThemeColors& colors);

} // namespace stepscope::ui
