#pragma once

#include "ui/exports/picture.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

class QAbstractItemView;
class QAction;
class QMenu;
class QWidget;

namespace stepscope::ui {

/// Whether the widget, or one in it, has the focus.
bool hasFocusWithin(const QWidget* widget);

/// The rows of a table to copy, sorted: the selected ones, or all that are shown if none is selected.
QList<int> rowsToCopy(const QAbstractItemView& table);

/// Puts rows on the clipboard as text, and says so in the status bar of the widget's window. Does nothing
/// without rows.
void copyRows(const QWidget* widget, const QString& text, qsizetype rows);

/// Adds an entry that puts names of operators or kernels on the clipboard, each once, on a line of its own.
QAction* addCopyNames(QMenu* menu, bool areKernels, std::function<QStringList()> names);

/// Puts a picture on the clipboard, in its own size and for print, and says so.
void copyPicture(QWidget* widget, const Picture& picture);

} // namespace stepscope::ui
