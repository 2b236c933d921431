#pragma once

class QString;
class QWidget;

namespace stepscope::ui {

/// Shows a message for some seconds in the status bar of the widget's window.
void showStatusMessage(const QWidget* widget, const QString& text);

} // namespace stepscope::ui
