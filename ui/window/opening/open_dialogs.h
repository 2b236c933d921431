#pragma once

#include <QString>

class QWidget;

namespace stepscope::ui {

/// Show a file dialog that starts in the last used folder. Empty if the user canceled.
QString askForRunOrTrace(QWidget* window);
QString askForLogFolder(QWidget* window);

} // namespace stepscope::ui
