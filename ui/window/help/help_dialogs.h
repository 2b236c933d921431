#pragma once

#include "core/machine/environment.h"

#include <QString>

class QMenuBar;
class QWidget;

namespace stepscope::ui {

/// Lists every menu action with a shortcut.
void showShortcuts(QWidget* parent, const QMenuBar* menus);

/// Versions and hardware, to be copied into a bug report.
QString aboutText(const Environment& environment);
void showAbout(QWidget* parent, const Environment& environment);

} // namespace stepscope::ui
