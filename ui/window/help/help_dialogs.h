#pragma once

#include "core/machine/environment.h"

#include <QList>
#include <QString>

class QMenuBar;
class QWidget;

namespace stepscope::ui {

/// A view whose keys are listed.
struct ViewOfKeys
{
    QString name;
    QString title;
};

/// Lists every menu action with a shortcut, and the keys of these views.
void showShortcuts(QWidget* parent, const QMenuBar* menus, const QList<ViewOfKeys>& views);

/// Versions and hardware, to be copied into a bug report.
QString aboutText(const Environment& environment);
void showAbout(QWidget* parent, const Environment& environment);

} // namespace stepscope::ui
