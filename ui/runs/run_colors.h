#pragma once

#include <QColor>
#include <QString>

#include <string>

namespace stepscope::ui {

/// Colors for runs: those that the theme uses to tell things apart. The light theme's color is stored; a
/// dark theme paints its counterpart.
int runColorCount();
/// The stored form: "#0072b2".
std::string storedRunColor(int number);
QString runColorName(int number);

/// The color to paint with; invalid if the run has none.
QColor shownRunColor(const std::string& stored);

} // namespace stepscope::ui
