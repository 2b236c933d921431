#include "ui/support/status_message.h"

#include <QMainWindow>
#include <QStatusBar>

namespace stepscope::ui {

void showStatusMessage(const QWidget* widget, const QString& text)
{
    // Finds the outermost window: views may be in a main window inside the main window, or in a floating
    // dock.
    QMainWindow* window = nullptr;
    for (QWidget* parent = const_cast<QWidget*>(widget); parent; parent = parent->parentWidget()) {
        if (auto* mainWindow = qobject_cast<QMainWindow*>(parent))
            window = mainWindow;
    }
    if (window)
        window->statusBar()->showMessage(text, 10'000);
}

} // namespace stepscope::ui
