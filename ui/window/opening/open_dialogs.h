#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace stepscope::ui {

/// Show a file dialog that starts in the last used folder. Empty if the user canceled.
QStringList askForRunsOrTraces(QWidget* window);
QString askForLogFolder(QWidget* window);

} // namespace stepscope::ui
