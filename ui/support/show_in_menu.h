#pragma once

#include <QString>

class QMenu;

namespace stepscope::ui {

class TraceSelection;

/// Adds "Show in", a menu of the views that show what is selected, except the view of that name.
void addShowInMenu(QMenu* menu, TraceSelection* selection, const QString& view);

} // namespace stepscope::ui
