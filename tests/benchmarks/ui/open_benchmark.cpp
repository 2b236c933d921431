// The time from dropping a large trace on the window until its operators are shown, from then until the
// overview is complete, and how long the window is blocked meanwhile, in every view. Takes the size in MB: by
// default 500 and 2,000; --quick uses 50.

#include "core/base/allocator.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/text/format.h"
#include "core/engine/engine_loader.h"
#include "tests/benchmarks/kineto_file.h"
#include "tests/benchmarks/ui/heartbeat.h"
#include "ui/operators/operators_view.h"
#include "ui/overview/overview_view.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QStandardPaths>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>
#include <vector>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

constexpr int64_t megabyte = 1'000'000;

void runFor(int ms)
{
    QElapsedTimer clock;
    clock.start();
    while (!clock.hasExpired(ms))
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

void print(const char* what, double seconds, const Heartbeat& heartbeat)
{
    fmt::print("  {:<44} {:>8.2f} {:>10.1f} {:>12.1f}\n", what, seconds, heartbeat.longestMs(),
               heartbeat.longestWorkMs());
    std::fflush(stdout);
}

void measure(int64_t megabytes)
{
    const TemporaryFolder folder;
    const auto path = folder.path() / "trace.json";
    const int64_t events = writeKinetoFile(path, megabytes * megabyte);
    ui::MainWindow window(loadEngine);
    window.resize(1280, 800);
    window.show();
    const auto* controller = window.controller();
    const auto isLoading = [controller] {
        return controller->engineState() == ui::RunController::EngineState::NotLoaded ||
               controller->engineState() == ui::RunController::EngineState::Loading;
    };
    while (isLoading())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    runFor(2'000); // all views are created

    fmt::print("{} MB of JSON, {} events {:>29} {:>10} {:>12}\n", megabytes, formatCount(events), "seconds",
               "gap ms", "of it work");
    Heartbeat heartbeat;
    heartbeat.start();
    QElapsedTimer clock;
    clock.start();
    window.openFile(QString::fromStdString(path.string()));
    while (!controller->run() || !window.findChild<ui::OperatorsView*>()->isWhole())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const double seconds = double(clock.nsecsElapsed()) * 1e-9;
    heartbeat.stop();
    print("until all operators are in the table", seconds, heartbeat);
    heartbeat.start();
    clock.start();
    while (!window.findChild<ui::OverviewView*>()->isWhole())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const double overviewSeconds = double(clock.nsecsElapsed()) * 1e-9;
    heartbeat.stop();
    print("from then until the overview is complete", overviewSeconds, heartbeat);
    constexpr int settled = 3'000;
    heartbeat.start();
    runFor(settled);
    heartbeat.stop();
    print("in the three seconds after", 3.0, heartbeat);
    for (int view = 1; view <= 9; ++view) {
        const QKeySequence shortcut(Qt::CTRL | Qt::Key(Qt::Key_0 + view));
        const auto actions = window.findChildren<QAction*>();
        const auto show = std::ranges::find(actions, shortcut, &QAction::shortcut);
        if (show == actions.end())
            break;
        heartbeat.start();
        (*show)->trigger();
        runFor(settled);
        heartbeat.stop();
        print((*show)->text().remove('&').toUtf8().constData(), 3.0, heartbeat);
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (!std::getenv("OMP_WAIT_POLICY")) { // like the program before it loads Qt
        keepThreadsFromSpinning();
        execv("/proc/self/exe", argv);
    }
    keepFreedMemory(); // like the program
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName("stepscope-benchmark");
    QCoreApplication::setApplicationName("stepscope-benchmark");
    ui::Theme::instance().apply();
    const TemporaryFolder library;
    qputenv("STEPSCOPE_LIBRARY", library.path().c_str());
    std::vector<int64_t> sizes = {500, 2'000};
    if (argc > 1)
        sizes = {std::string_view(argv[1]) == "--quick" ? 50 : std::atoll(argv[1])};
    fmt::print(
        "Opening traces in the window. Goals: no gap of the event loop over 16 ms; the overview of 500 MB is "
        "complete 0.5 s after the operators\n");
    for (const int64_t size : sizes)
        measure(size);
    return 0;
}
