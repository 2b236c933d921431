// Draws the window with each of its views into PNG files: for the manual, and to look at a change at several
// sizes and in both color schemes. See usage.

#include "core/engine/engine_loader.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QImage>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr auto usage =
    "Draws the window with each of its views into PNG files named VIEW.png. FILE: the runs and traces that "
    "it shows; the first run or the last trace is on the screen, all others are compared with it. Twice the "
    "scale: QT_SCALE_FACTOR=2.";

constexpr int longestMs = 20'000;

QImage pictureOf(QWidget& window)
{
    return window.grab().toImage();
}

/// A picture of the window once nothing in it changes any more.
QImage settledPicture(QWidget& window)
{
    constexpr int pauseMs = 400;
    QElapsedTimer timer;
    timer.start();
    QImage last;
    int equal = 0;
    while (equal < 2 && timer.elapsed() < longestMs) {
        QTest::qWait(pauseMs);
        const QImage picture = pictureOf(window);
        equal = picture == last ? equal + 1 : 0;
        last = picture;
    }
    return last;
}

bool waitForRuns(MainWindow& window, const QStringList& files)
{
    if (files.isEmpty())
        return true;
    return QTest::qWaitFor(
        [&window] { return window.controller()->run() && window.controller()->run()->isOver(); }, longestMs);
}

QSize sizeOf(const QString& text)
{
    const QStringList numbers = text.split('x');
    return numbers.size() == 2 ? QSize(numbers[0].toInt(), numbers[1].toInt()) : QSize();
}

} // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8()); // the user's own stay as they are
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName("stepscope-pictures");

    QCommandLineParser parser;
    parser.setApplicationDescription(usage);
    parser.addHelpOption();
    parser.addOption({"out", "Folder of the pictures.", "FOLDER", "."});
    parser.addOption({"size", "Size of the window.", "WIDTHxHEIGHT", "1280x800"});
    parser.addOption({"dark", "In dark colors."});
    parser.addOption({"without-panel", "Without the panel of the experiment or the run."});
    parser.addOption({"views", "Names of the views, separated by commas; by default all.", "NAMES"});
    parser.addPositionalArgument("FILE", "Runs and traces.", "[FILE…]");
    parser.process(application);
    const QSize size = sizeOf(parser.value("size"));
    if (size.isEmpty() || !QDir().mkpath(parser.value("out"))) {
        std::fputs("The size or the folder is wrong.\n", stderr);
        return 2;
    }

    Theme::instance().setMode(parser.isSet("dark") ? ThemeMode::Dark : ThemeMode::Light);
    Theme::instance().apply();
    MainWindow window(loadEngine);
    window.resize(size);
    window.actions()->resetLayout->trigger(); // that for this width
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        return 1;
    (void)QTest::qWaitFor( // without an engine, runs are shown all the same
        [&window] { return window.controller()->engineState() == RunController::EngineState::Ready; },
        longestMs);
    window.openFiles(parser.positionalArguments());
    if (!waitForRuns(window, parser.positionalArguments())) {
        std::fputs("The files could not be opened in time.\n", stderr);
        return 1;
    }

    settledPicture(window); // the window goes to the overview
    if (parser.isSet("without-panel"))
        window.findChild<QDockWidget*>("experiment")->hide();
    auto* workspace = window.findChild<Workspace*>();
    QStringList all;
    for (const QDockWidget* dock : workspace->findChildren<QDockWidget*>())
        all += dock->objectName();
    QStringList names = parser.value("views").split(',', Qt::SkipEmptyParts);
    for (const QString& name : names) {
        if (!all.contains(name)) {
            std::fprintf(stderr, "There is no view %s; expected one of %s.\n", qPrintable(name),
                         qPrintable(all.join(", ")));
            return 2;
        }
    }
    if (names.isEmpty())
        names = all;
    for (const QString& name : names) {
        workspace->showView(name);
        if (QWidget* const focused = QApplication::focusWidget())
            focused->clearFocus();
        const QString file = QDir(parser.value("out")).filePath(name + ".png");
        if (!settledPicture(window).save(file)) {
            std::fprintf(stderr, "%s cannot be written.\n", qPrintable(file));
            return 1;
        }
    }
    window.closeUnasked();
    return 0;
}
