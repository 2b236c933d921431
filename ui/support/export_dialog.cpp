#include "ui/support/export_dialog.h"

#include "core/base/error.h"
#include "core/base/files/atomic_file.h"
#include "ui/exports/picture_writer.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>

#include <exception>

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
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QDir(documents).exists() ? documents : QDir::homePath();
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

/// "CSV"; empty for a format that is known by the program that reads it, which the item's title names.
QString formatWord(const QString& format)
{
    if (format == "md")
        return ExportDialogWords::tr("Markdown");
    if (format == "tex")
        return ExportDialogWords::tr("LaTeX");
    if (format == "txt")
        return ExportDialogWords::tr("text");
    static const QStringList known{"csv", "json", "dot", "png", "svg", "pdf"};
    return known.contains(format) ? format.toUpper() : QString();
}

/// "Curves as PNG"; without a format, what is exported.
QString exportTitle(const ExportItem& item, const QStringList& formats)
{
    QStringList names;
    for (const QString& format : formats)
        names += formatWord(format);
    names.removeAll(QString());
    return names.isEmpty() ? item.title : ExportDialogWords::tr("%1 as %2").arg(item.title, names.join(", "));
}

/// The formats with the proposed one first.
QStringList withFirst(QStringList formats, const QString& first)
{
    if (const qsizetype at = formats.indexOf(first); at > 0)
        formats.move(at, 0);
    return formats;
}

/// Letters and digits of all scripts, with a hyphen in place of other characters.
QString partOfFileName(const QString& name)
{
    constexpr qsizetype mostBytes = 120; // file systems allow names of 255 bytes
    QString part;
    for (const QChar c : name) {
        if (c.isLetterOrNumber() || c.isMark() || c == '-' || c == '_' || c == '.')
            part += c;
        else if (!part.endsWith('-'))
            part += '-';
    }
    while (part.toUtf8().size() > mostBytes)
        part.chop(1);
    static const QRegularExpression atEnds("^[-.]+|[-.]+$");
    return part.remove(atEnds);
}

/// In the folder of the last export, in the first format.
QString proposedPath(const QString& fileName, const QStringList& formats)
{
    return QDir(exportFolder()).filePath(fileName + "." + formats.value(0));
}

/// The absolute path, if the user agrees to replace a file that exists; otherwise empty.
QString confirmedPath(QWidget* parent, const QString& path)
{
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

/// Calls `write`, and shows the result.
template<typename Write>
void exportTo(QWidget* parent, const QString& path, Write write)
{
    forgetFailure(parent);
    try {
        write();
    } catch (const Error& error) {
        dialogs().showFailure(parent, toQString(error.what()), toQString(error.detail()));
    } catch (const std::exception& error) {
        dialogs().showFailure(parent, ExportDialogWords::tr("%1 could not be written.").arg(path),
                              error.what());
    }
}

/// A relative name is one in the folder of the last export.
QString inExportFolder(const QString& path)
{
    return QDir(exportFolder()).absoluteFilePath(path);
}

void askAndExportPicture(QWidget* parent, const ExportItem& item, const QString& format)
{
    exportTo(parent, item.title, [&] {
        const Picture picture = item.picture();
        const auto browse = [&item](QWidget* dialog, const QString& from) {
            return dialogs().saveFile(dialog, {item.title, inExportFolder(from), item.formats});
        };
        const QString path = proposedPath(item.fileName, withFirst(item.formats, format));
        const auto answer = dialogs().askPicture(parent, {.title = item.title,
                                                          .path = path,
                                                          .formats = item.formats,
                                                          .format = format,
                                                          .size = picture.size,
                                                          .whyOwnSize = picture.whyOwnSize,
                                                          .whyOwnColors = picture.whyOwnColors,
                                                          .browse = browse});
        const QString chosen = answer ? confirmedPath(parent, inExportFolder(answer->path)) : QString();
        if (chosen.isEmpty())
            return;
        writePicture(item.picture(), answer->options, withoutLink(chosen));
        saySaved(parent, chosen);
    });
}

/// Whether a menu has one entry for all formats of the item. A format without a name is one that few know;
/// the dialog offers the others as well.
bool hasOneEntry(const ExportItem& item)
{
    return item.isOneOfMany || formatWord(item.formats.value(0)).isEmpty();
}

/// Proposes a file named after the view's run.
void askAndExportOf(View* view, ExportItem item, const QString& format)
{
    if (item.isOfRun)
        item.fileName = fileNameOfRun(item.fileName, view->runNameForFiles());
    askAndExport(view, item, format);
}

} // namespace

QString askWhereToSave(QWidget* parent, const QString& title, const QString& fileName,
                       const QStringList& formats)
{
    QString path = dialogs().saveFile(parent, {title, proposedPath(fileName, formats), formats});
    if (path.isEmpty())
        return {};
    if (!formats.contains(QFileInfo(path).suffix().toLower()))
        path += "." + formats.value(0);
    return confirmedPath(parent, path);
}

void askAndExport(QWidget* parent, const ExportItem& item, const QString& format)
{
    if (item.picture)
        return askAndExportPicture(parent, item, format);
    const QString title = format.isEmpty() ? item.title : exportTitle(item, {format});
    const QString path = askWhereToSave(parent, title, item.fileName, withFirst(item.formats, format));
    if (path.isEmpty())
        return;
    exportTo(parent, path, [&] {
        if (item.prepare)
            item.prepare();
        if (item.inBackground)
            return exportInBackground(parent, item, path);
        item.write(withoutLink(path));
        saySaved(parent, path);
    });
}

QString fileNameOfRun(const QString& fileName, const QString& runName)
{
    const QString part = partOfFileName(runName);
    if (part.isEmpty())
        return fileName;
    // Programs recognize files by "callgrind.out" at the start, others by two extensions.
    const qsizetype dot = fileName.startsWith("callgrind.out") ? -1 : fileName.indexOf('.');
    return QString(fileName).insert(dot < 0 ? fileName.size() : dot, "-" + part);
}

bool addExportEntries(QMenu* menu, View* view)
{
    const QList<ExportItem> items = view->exportItems();
    bool wasOne = true;
    for (const ExportItem& item : items) {
        const bool isOne = hasOneEntry(item);
        const QStringList formats = isOne ? QStringList(QString()) : item.formats;
        if (&item != &items.front() && !(wasOne && formats.size() == 1))
            menu->addSeparator();
        wasOne = formats.size() == 1;
        for (const QString& format : formats) {
            const bool hasAll = isOne && item.isOneOfMany;
            QString text = exportTitle(item, hasAll ? item.formats : QStringList(format)) + "…";
            menu->addAction(text.replace('&', "&&"), view,
                            [view, item, format] { askAndExportOf(view, item, format); });
        }
    }
    return !items.isEmpty();
}

bool exportFirst(View* view)
{
    const QList<ExportItem> items = view->exportItems();
    if (items.isEmpty())
        return false;
    const ExportItem& first = items.front();
    askAndExportOf(view, first, hasOneEntry(first) ? QString() : first.formats.front());
    return true;
}

void fillExportMenu(QMenu* menu, View* view)
{
    if (!addExportEntries(menu, view))
        menu->addAction(ExportDialogWords::tr("Nothing to export yet"))->setEnabled(false);
}

ExportButton::ExportButton(const std::function<View*()>& view, QWidget* parent)
    : QToolButton(parent)
{
    setText(ExportDialogWords::tr("Export"));
    setPopupMode(QToolButton::MenuButtonPopup);
    connect(this, &QToolButton::clicked, this, [this, view] {
        View* exported = view();
        if (!exported || !exportFirst(exported))
            showMenu();
    });
}

void ExportButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down)
        return showMenu();
    QToolButton::keyPressEvent(event);
}

QToolButton* makeExportButton(View* view)
{
    auto* button = new ExportButton([view] { return view; }, view);
    button->setObjectName("exportButton");
    button->setToolTip(ExportDialogWords::tr("Save what this view shows; the arrow lists all its exports"));
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
