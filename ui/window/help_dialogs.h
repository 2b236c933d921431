#pragma once

#include "core/machine/environment.h"

#include <QString>

class QMenuBar;
class QWidget;

namespace stepscope::ui {

/// Lists every action of the menus that has a key.
void showShortcuts(QWidget* parent, const QMenuBar* menus);

/// Versions and the machine, to be copied into a report of a fault.
QString aboutText(const Environment& environment);
void showAbout(QWidget* parent, const Environment& environment);

} // namespace stepscope::ui
