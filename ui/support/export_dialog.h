#pragma once

#include "ui/support/view.h"

class QMenu;
class QToolButton;

namespace stepscope::ui {

/// Asks where to, writes, and tells how it went: in the status bar when good, in a dialog with the sentence when not.
void askAndExport(QWidget* parent, const ExportItem& item);

/// A tool button "Export" whose menu lists the view's items when it opens.
QToolButton* makeExportButton(View* view);

} // namespace stepscope::ui
