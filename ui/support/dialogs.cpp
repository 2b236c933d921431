#include "ui/support/dialogs.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace stepscope::ui {

namespace {

struct DialogsWords
{
    Q_DECLARE_TR_FUNCTIONS(Dialogs)
};

QString formatName(const QString& format)
{
    if (format == "md")
        return DialogsWords::tr("Markdown");
    if (format == "tex")
        return DialogsWords::tr("LaTeX");
    if (format == "stepscope")
        return DialogsWords::tr("Run");
    return DialogsWords::tr("%1 file").arg(format.toUpper());
}

QString saveFile(QWidget* parent, const SaveQuestion& question)
{
    QStringList filters;
    for (const QString& format : question.formats)
        filters += QString("%1 (*.%2)").arg(formatName(format), format);
    QString chosenFilter;
    const QString path =
        QFileDialog::getSaveFileName(parent, question.title, question.path, filters.join(";;"), &chosenFilter,
                                     QFileDialog::DontConfirmOverwrite);
    const QString extension = QFileInfo(path).suffix().toLower();
    if (path.isEmpty() || question.formats.isEmpty() || question.formats.contains(extension))
        return path;
    const qsizetype chosen = filters.indexOf(chosenFilter);
    return path + "." + question.formats.value(chosen < 0 ? 0 : chosen);
}

std::optional<PictureAnswer> askPicture(QWidget* parent, const PictureQuestion& question)
{
    PictureDialog dialog(question, parent);
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    return dialog.answer();
}

QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter)
{
    return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QStringList openFiles(QWidget* parent, const QString& title, const QString& folder, const QString& filter)
{
    return QFileDialog::getOpenFileNames(parent, title, folder, filter);
}

/// Creates a folder if the typed name does not exist yet, as a desktop's own dialog does.
class FolderDialog final : public QFileDialog
{
public:
    using QFileDialog::QFileDialog;

protected:
    void accept() override
    {
        for (const QString& path : selectedFiles())
            QDir().mkpath(path); // if this fails, the dialog reports that there is no such folder
        QFileDialog::accept();
    }
};

QString chooseFolder(QWidget* parent, const QString& title, const QString& folder)
{
    FolderDialog dialog(parent, title, QDir(folder).exists() ? folder : QDir::homePath());
    dialog.setFileMode(QFileDialog::Directory);
    dialog.setOption(QFileDialog::ShowDirsOnly);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

QString openFolder(QWidget* parent, const QString& title, const QString& folder)
{
    return QFileDialog::getExistingDirectory(parent, title, folder);
}

bool confirm(QWidget* parent, const Confirmation& question)
{
    QMessageBox box(QMessageBox::Question, question.title, question.text, QMessageBox::NoButton, parent);
    const QPushButton* accept = box.addButton(question.accept, QMessageBox::AcceptRole);
    QPushButton* reject = box.addButton(question.reject, QMessageBox::RejectRole);
    box.setDefaultButton(reject);
    box.setEscapeButton(reject);
    box.exec();
    return box.clickedButton() == accept;
}

/// Null: there are none. Views may be in a main window inside the main window, or in a floating dock.
FailureNotices* noticesFor(const QWidget* widget)
{
    FailureNotices* found = nullptr;
    const auto look = [&found](QWidget* at) {
        if (auto* notices = dynamic_cast<FailureNotices*>(at))
            found = notices;
    };
    for (auto* at = const_cast<QWidget*>(widget); at; at = at->parentWidget())
        look(at);
    if (!widget) {
        for (QWidget* window : QApplication::topLevelWidgets())
            look(window);
    }
    return found;
}

void showFailure(QWidget* parent, const QString& sentence, const QString& detail)
{
    FailureNotices* const notices = noticesFor(parent);
    if (notices && !QApplication::activeModalWidget())
        return notices->noteFailure(sentence, detail);
    QMessageBox box(QMessageBox::Warning, DialogsWords::tr("Stepscope"), sentence, QMessageBox::Ok, parent);
    box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (!detail.isEmpty())
        box.setDetailedText(detail);
    box.exec();
}

} // namespace

Dialogs& dialogs()
{
    static Dialogs dialogs{saveFile,  askPicture,   openFile,
                           openFiles, chooseFolder, openFolder,
                           confirm,   showFailure,  &QDesktopServices::openUrl};
    return dialogs;
}

void forgetFailure(const QWidget* widget)
{
    if (FailureNotices* notices = noticesFor(widget))
        notices->forgetFailure();
}

} // namespace stepscope::ui
