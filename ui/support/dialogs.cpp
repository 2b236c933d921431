#include "ui/support/dialogs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace stepscope::ui {

namespace {

QString saveFile(QWidget* parent, const SaveQuestion& question)
{
    QStringList filters;
    for (const QString& format : question.formats)
        filters += QObject::tr("%1 file (*.%2)").arg(format.toUpper(), format);
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

QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter)
{
    return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString chooseFolder(QWidget* parent, const QString& title, const QString& folder)
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

void showFailure(QWidget* parent, const QString& sentence, const QString& detail)
{
    QMessageBox box(QMessageBox::Warning, QObject::tr("Stepscope"), sentence, QMessageBox::Ok, parent);
    box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (!detail.isEmpty())
        box.setDetailedText(detail);
    box.exec();
}

} // namespace

Dialogs& dialogs()
{
    static Dialogs dialogs{saveFile, openFile, chooseFolder, confirm, showFailure};
    return dialogs;
}

} // namespace stepscope::ui
