#pragma once

#include "ui/support/view.h"

#include <QToolButton>

#include <functional>

class QMenu;

namespace stepscope::ui {

/// Asks for a path, and for the size and colors of a picture, writes the file and shows the result: success
/// in the status bar, failure as Dialogs::showFailure() does. The format, one of the item's, is proposed;
/// empty: the item's first one, or that of the last picture.
void askAndExport(QWidget* parent, const ExportItem& item, const QString& format = {});

/// Asks for the path of a file with that name (without extension). Starts in the folder of the last export
/// and asks before a file is replaced. Empty if the user canceled.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& fileName,
                       const QStringList& formats);

/// "operators-NAME" of "operators", with what a file name should not contain replaced in the run's name.
/// Before a second extension: "stacks-NAME.pb". Unchanged without a name.
QString fileNameOfRun(const QString& fileName, const QString& runName);

/// Adds an entry for each format of each item that the view can export now: "Curves as PNG…". Proposes files
/// named after the run. Returns whether there is any.
bool addExportEntries(QMenu* menu, View* view);
/// Adds these entries, or one that says that there is nothing yet.
void fillExportMenu(QMenu* menu, View* view);

/// Exports what the first of these entries exports. Returns whether there is any.
bool exportFirst(View* view);

/// A button "Export" for a menu that the caller sets. A click does exportFirst(); the arrow and the Down key
/// open the menu, and so does a click if `view` returns null or a view with nothing to export.
class ExportButton final : public QToolButton
{
public:
    explicit ExportButton(const std::function<View*()>& view, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

/// An export button whose menu lists the view's items when it is opened.
QToolButton* makeExportButton(View* view);

} // namespace stepscope::ui
