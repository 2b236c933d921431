#pragma once

class QString;
class QWidget;

namespace stepscope::ui {

/// Tells something for some seconds in the status bar of the window that the widget belongs to.
void showStatusMessage(const QWidget* widget, const QString& text);

} // namespace stepscope::ui
