#pragma once

#include "ui/support/view.h"

class QMenu;
class QToolButton;

namespace stepscope::ui {

/// Asks where to, writes, and tells how it went: in the status bar when good, in a dialog with the sentence
/// when not.
void askAndExport(QWidget* parent, const ExportItem& item);

/// Where to write a file of that name (without extension): starts in the folder of the last export and asks
/// before a file is replaced. Empty when the user changed their mind.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& fileName,
                       const QStringList& formats);

/// Adds an entry for each thing the view can export, or one that says that there is nothing yet.
void fillExportMenu(QMenu* menu, View* view);

/// A tool button "Export" whose menu lists the view's items when it opens.
QToolButton* makeExportButton(View* view);

} // namespace stepscope::ui
