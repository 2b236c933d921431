#include "ui/window/opening/open_dialogs.h"

#include "core/import/import_format.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_library.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QObject>
#include <QSettings>
#include <QStringList>

namespace stepscope::ui {

namespace {

struct OpenDialogsWords
{
    Q_DECLARE_TR_FUNCTIONS(OpenDialogs)
};

QString runAndTraceFilter()
{
    const auto patterns = [](ImportGroup group) { return toQString(importPatterns(group)); };
    const QString runs = "*" + toQString(runFileSuffix);
    const QString traces = patterns(ImportGroup::Traces);
    const QString models = patterns(ImportGroup::Models);
    const QString profiles = patterns(ImportGroup::Profiles);
    return QStringList{
        OpenDialogsWords::tr("All supported files (%1)")
            .arg(QStringList{runs, traces, models, profiles}.join(' ')),
        OpenDialogsWords::tr("Runs (%1)").arg(runs),
        OpenDialogsWords::tr("Traces and logs (%1)").arg(traces),
        OpenDialogsWords::tr("Models (%1)").arg(models),
        OpenDialogsWords::tr("Profiles (%1)").arg(profiles),
        OpenDialogsWords::tr("All files (*)"),
    }
        .join(";;");
}

} // namespace

QStringList askForRunsOrTraces(QWidget* window)
{
    QString folder = QSettings().value("runs/folder").toString();
    if (folder.isEmpty())
        folder = toQString(defaultLibraryFolder().string());
    const QStringList paths =
        dialogs().openFiles(window, OpenDialogsWords::tr("Open run or trace"), folder, runAndTraceFilter());
    if (!paths.isEmpty())
        QSettings().setValue("runs/folder", QFileInfo(paths.front()).absolutePath());
    return paths;
}

QString askForLogFolder(QWidget* window)
{
    const QString before = QSettings().value("runs/logFolder").toString();
    const QString path = dialogs().openFolder(window, OpenDialogsWords::tr("Open log folder"), before);
    if (!path.isEmpty())
        QSettings().setValue("runs/logFolder", path);
    return path;
}

} // namespace stepscope::ui
