#pragma once

#include "ui/exports/picture_dialog.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

class QUrl;
class QWidget;

namespace stepscope::ui {

/// Where to write a file.
struct SaveQuestion
{
    QString title;
    QString path;        ///< proposed
    QStringList formats; ///< extensions, the first is the default
};

/// A choice between continuing and canceling.
struct Confirmation
{
    QString title;
    QString text;
    QString accept; ///< buttons are named after the action: "Replace"
    QString reject;
};

/// A window that shows failures without interrupting the user.
class FailureNotices
{
public:
    virtual ~FailureNotices() = default;

    /// Replaces the failure that was shown before.
    virtual void noteFailure(const QString& sentence, const QString& detail) = 0;
    virtual void forgetFailure() = 0;
};

/// The questions that the window asks. A test replaces them with its own answers.
struct Dialogs
{
    /// The chosen path with an extension, empty if canceled. Does not ask about overwriting.
    std::function<QString(QWidget*, const SaveQuestion&)> saveFile;
    /// The file of a picture, its size, scale and colors; nothing if canceled. Does not ask about
    /// overwriting.
    std::function<std::optional<PictureAnswer>(QWidget*, const PictureQuestion&)> askPicture;
    std::function<QString(QWidget*, const QString& title, const QString& folder, const QString& filter)>
        openFile;
    std::function<QStringList(QWidget*, const QString& title, const QString& folder, const QString& filter)>
        openFiles;
    /// A folder to write to; it is created if it does not exist.
    std::function<QString(QWidget*, const QString& title, const QString& folder)> chooseFolder;
    std::function<QString(QWidget*, const QString& title, const QString& folder)> openFolder;
    std::function<bool(QWidget*, const Confirmation&)> confirm;
    /// Shows a failure: its sentence, and a detail for experts that may be empty. In the notices of the
    /// widget's window, or of the only one for null; where there are none, or a modal dialog covers them, in
    /// a message box.
    std::function<void(QWidget*, const QString& sentence, const QString& detail)> showFailure;
    /// Opens a page, file or folder with the desktop's program for it. False if there is none.
    std::function<bool(const QUrl&)> openUrl;
};

/// The dialogs in use; initially those of the desktop.
Dialogs& dialogs();

/// Removes the notice of an earlier failure: the user tries again.
void forgetFailure(const QWidget* widget);

} // namespace stepscope::ui
