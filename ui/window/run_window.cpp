#include "ui/window/run_window.h"

#include "core/base/interruption.h"
#include "core/engine/engine_loader.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/startup_meter.h"
#include "ui/window/window_settings.h"

#include <QApplication>

#include <cstdlib>

namespace stepscope::ui {

namespace {

MainWindow* trainingWindow = nullptr;

/// Qt ends the program by exit() when the display is gone.
void keepRun()
{
    if (trainingWindow)
        trainingWindow->controller()->stopAndWait();
}

} // namespace

int runWindow(int argc, char** argv)
{
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName("stepscope");
    QCoreApplication::setApplicationName("stepscope");
    QGuiApplication::setApplicationDisplayName("Stepscope");
    QGuiApplication::setDesktopFileName("stepscope");
    Theme::instance().setMode(readWindowSettings().theme);
    Theme::instance().apply();

    MainWindow window(loadEngine);
    window.openFiles(QCoreApplication::arguments().mid(1));
    if (const QString report = qEnvironmentVariable("STEPSCOPE_STARTUP_REPORT"); !report.isEmpty())
        new StartupMeter(&window, report);
    window.show();

    handleInterruptions(
        [&window] { QMetaObject::invokeMethod(&window, &MainWindow::closeUnasked, Qt::QueuedConnection); });
    trainingWindow = &window;
    std::atexit(keepRun);
    const int exitCode = QApplication::exec();
    trainingWindow = nullptr;
    endOnInterruptions();
    return interrupted() ? interruptedExitCode : exitCode;
}

} // namespace stepscope::ui
