#pragma once

#include <QString>

class QWidget;

namespace stepscope::ui {

/// Ask for something to open, beginning in the folder that was used last. Empty if the user cancelled.
QString askForRunOrTrace(QWidget* window);
QString askForLogFolder(QWidget* window);

} // namespace stepscope::ui
