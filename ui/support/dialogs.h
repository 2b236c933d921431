#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace stepscope::ui {

/// Where a file is to be written.
struct SaveQuestion
{
    QString title;
    QString path;        ///< proposed
    QStringList formats; ///< extensions, the first is the default
};

/// A choice between going on and staying.
struct Confirmation
{
    QString title;
    QString text;
    QString accept; ///< the buttons say what they do: "Replace"
    QString reject;
};

/// The questions that the window asks. A test puts its own answers in their place.
struct Dialogs
{
    /// The chosen path with an extension, empty when cancelled. Does not ask about overwriting.
    std::function<QString(QWidget*, const SaveQuestion&)> saveFile;
    std::function<QString(QWidget*, const QString& title, const QString& folder, const QString& filter)>
        openFile;
    /// A folder to write into; it is made when there is none of that name.
    std::function<QString(QWidget*, const QString& title, const QString& folder)> chooseFolder;
    std::function<QString(QWidget*, const QString& title, const QString& folder)> openFolder;
    std::function<bool(QWidget*, const Confirmation&)> confirm;
    /// A failure: its sentence, and a detail for experts that may be empty.
    std::function<void(QWidget*, const QString& sentence, const QString& detail)> showFailure;
};

/// Those in use. Starts with the desktop's.
Dialogs& dialogs();

} // namespace stepscope::ui
