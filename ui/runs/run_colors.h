#pragma once

#include <QColor>
#include <QString>

#include <string>

namespace stepscope::ui {

/// Colours that a run can be given: those that the theme tells things apart by. A run keeps the one of the
/// light theme, and is painted in its counterpart while the theme is dark.
int runColorCount();
/// As it is kept: "#0072b2".
std::string storedRunColor(int number);
QString runColorName(int number);

/// The colour to paint with; an invalid one when the run has none.
QColor shownRunColor(const std::string& stored);

} // namespace stepscope::ui
