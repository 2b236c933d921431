#include "ui/support/export_dialog.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>
#include <QStandardPaths>
#include <QToolButton>

namespace stepscope::ui {

namespace {

struct ExportDialogWords
{
    Q_DECLARE_TR_FUNCTIONS(ExportDialog)
};

QString exportFolder()
{
    const QString folder = QSettings().value("export/folder").toString();
    if (!folder.isEmpty() && QDir(folder).exists())
        return folder;
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

/// The user has chosen this file, so a link is followed.
QString withoutLink(const QString& path)
{
    return toQString(linkTarget(path.toStdString()));
}

void saySaved(QWidget* parent, const QString& path)
{
    showStatusMessage(parent, ExportDialogWords::tr("Saved %1").arg(QDir::toNativeSeparators(path)));
}

void exportInBackground(QWidget* parent, const ExportItem& item, const QString& path)
{
    auto* job = new BackgroundJob(parent);
    job->start(
        [parent, job, path, write = item.write](std::stop_token) -> std::function<void()> {
            write(withoutLink(path));
            return [parent, job, path] {
                saySaved(parent, path);
                job->deleteLater();
            };
        },
        [parent, job](const QString& sentence, const QString& detail) {
            dialogs().showFailure(parent, sentence, detail);
            job->deleteLater();
        });
}

} // namespace

QString askWhereToSave(QWidget* parent, const QString& title, const QString& fileName,
                       const QStringList& formats)
{
    const QString proposed = QDir(exportFolder()).filePath(fileName + "." + formats.value(0));
    QString path = dialogs().saveFile(parent, {title, proposed, formats});
    if (path.isEmpty())
        return {};
    if (!formats.contains(QFileInfo(path).suffix().toLower()))
        path += "." + formats.value(0);

    const QFileInfo file(path);
    if (file.exists()) {
        const Confirmation question{
            ExportDialogWords::tr("Replace the file?"),
            ExportDialogWords::tr("%1 already exists. Replace it?").arg(file.fileName()),
            ExportDialogWords::tr("Replace"), ExportDialogWords::tr("Cancel")};
        if (!dialogs().confirm(parent, question))
            return {};
    }
    QSettings().setValue("export/folder", file.absolutePath());
    return file.absoluteFilePath();
}

void askAndExport(QWidget* parent, const ExportItem& item)
{
    const QString path = askWhereToSave(parent, item.title, item.fileName, item.formats);
    if (path.isEmpty())
        return;
    try {
        if (item.prepare)
            item.prepare();
        if (item.inBackground)
            return exportInBackground(parent, item, path);
        item.write(withoutLink(path));
        saySaved(parent, path);
    } catch (const Error& error) {
        dialogs().showFailure(parent, toQString(error.what()), toQString(error.detail()));
    } catch (const std::exception& error) {
        dialogs().showFailure(parent, ExportDialogWords::tr("%1 could not be written.").arg(path),
                              error.what());
    }
}

void fillExportMenu(QMenu* menu, View* view)
{
    for (const ExportItem& item : view->exportItems())
        menu->addAction(item.title + "…", view, [view, item] { askAndExport(view, item); });
    if (menu->isEmpty())
        menu->addAction(ExportDialogWords::tr("Nothing to export yet"))->setEnabled(false);
}

QToolButton* makeExportButton(View* view)
{
    auto* button = new QToolButton(view);
    button->setText(ExportDialogWords::tr("Export"));
    button->setObjectName("exportButton");
    button->setToolTip(ExportDialogWords::tr("Save what this view shows"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAutoRaise(true);
    auto* menu = new QMenu(button);
    QObject::connect(menu, &QMenu::aboutToShow, view, [menu, view] {
        menu->clear();
        fillExportMenu(menu, view);
    });
    button->setMenu(menu);
    return button;
}

} // namespace stepscope::ui
