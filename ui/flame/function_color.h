#pragma once

#include "ui/theme/theme.h"

#include <QColor>

#include <string_view>

namespace stepscope::ui {

/// The module of a function, as far as its name shows it: the file in "forward (model.py:12)", the class or
/// namespace in "at::native::add", otherwise the function itself.
std::string_view moduleOf(std::string_view function);

/// The color of a function; functions of a module share it.
QColor functionColor(std::string_view function, const ThemeColors& colors);

} // namespace stepscope::ui
