#include "ui/window/run_window.h"

#include "core/base/interruption.h"
#include "core/engine/engine_loader.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/startup_meter.h"
#include "ui/window/window_settings.h"

#include <QApplication>
#include <QThread>

#include <cstdlib>

namespace stepscope::ui {

namespace {

MainWindow* trainingWindow = nullptr;

void keepRun()
{
    if (trainingWindow)
        trainingWindow->controller()->stopAndWait();
}

QtMessageHandler showMessage = nullptr;

/// When the display is gone, Qt prints a message on the window's thread and ends the program with exit().
/// That would destroy LibTorch's objects while trainings and other workers use them, so this saves the run
/// and ends the program first.
void endWhenDisplayIsGone(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    showMessage(type, context, text);
    if (!text.contains("connection broke") || QThread::currentThread() != qApp->thread())
        return;
    keepRun();
    std::_Exit(1);
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
    showMessage = qInstallMessageHandler(endWhenDisplayIsGone);
    // For other libraries that end the program. What is registered last runs first: before LibTorch's objects
    // are destroyed.
    QObject::connect(window.controller(), &RunController::engineReady, [] { std::atexit(keepRun); });
    const int exitCode = QApplication::exec();
    qInstallMessageHandler(showMessage);
    trainingWindow = nullptr;
    endOnInterruptions();
    return interrupted() ? interruptedExitCode : exitCode;
}

} // namespace stepscope::ui
