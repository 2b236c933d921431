// The cost of the open window for the training: the same experiment in the real MainWindow, with plots and
// lists, compared with a session without a window. They take turns of a second each.

#include "tests/benchmarks/statistics.h"

#include "core/base/allocator.h"
#include "core/base/files/temporary_folder.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/training/training_session.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

constexpr auto turn = std::chrono::milliseconds(1000);

/// Nanoseconds per step in each turn. A gap that no step fills separates two turns. The first turn, which
/// includes the setup, and the first steps of each turn do not count.
std::vector<double> nsPerStepOfTurns(const Run& run)
{
    constexpr size_t skipped = 2;
    constexpr int64_t gapNs = 500'000'000;
    std::vector<double> turns;
    const auto& steps = run.steps;
    for (size_t first = 0, i = 1; i <= steps.size(); ++i) {
        const bool goesOn =
            i < steps.size() && steps[i].startNs - steps[i - 1].startNs - steps[i - 1].durationNs < gapNs;
        if (goesOn)
            continue;
        const size_t begin = first + skipped;
        if (i >= begin + 2)
            turns.push_back(double(steps[i - 1].startNs - steps[begin].startNs) / double(i - 1 - begin));
        first = i;
    }
    if (!turns.empty())
        turns.erase(turns.begin());
    return turns;
}

Experiment benchmarkExperiment(int64_t batchSize)
{
    auto experiment = referenceExperiment("mnist-convnet");
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 60'000;
    experiment.batchSize = batchSize;
    experiment.epochs = 10;
    return experiment;
}

/// The headless contestant in a separate process: "go" and "hold" on stdin control the training; at the end
/// it prints the times of its turns.
int trainHeadless(int64_t batchSize)
{
    const TemporaryFolder folder;
    TrainingSession session(benchmarkExperiment(batchSize), loadEngine, folder.path() / "run.stepscope");
    session.control().setPaused(true);
    Run run;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    for (std::string line; !run.isOver();) {
        session.feed().drainInto(run); // like a progress line
        if (poll(&input, 1, 100) <= 0)
            continue;
        if (!std::getline(std::cin, line))
            break;
        session.control().setPaused(line == "hold");
    }
    session.control().requestStop();
    session.join();
    session.feed().drainInto(run);
    if (run.outcome == RunOutcome::Failed)
        fmt::print(stderr, "{}\n", run.failure);
    for (const double ns : nsPerStepOfTurns(run))
        fmt::print("{}\n", ns);
    return 0;
}

/// The two train in turn, a second each. The window is hidden during the other's turn.
class Contest
{
public:
    Contest(int64_t batchSize, int rounds)
        : m_window(loadEngine)
        , m_turnsLeft(2 * (rounds + 1))
    {
        m_headless.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_headless.start(QCoreApplication::applicationFilePath(), {"--headless", QString::number(batchSize)});
        m_window.resize(1280, 800);
        m_window.show();
        QObject::connect(controller(), &ui::RunController::engineReady, &m_loop, [this, batchSize] {
            controller()->start(benchmarkExperiment(batchSize));
            m_turns.start(turn);
        });
        QObject::connect(controller(), &ui::RunController::ended, &m_loop, &QEventLoop::quit);
        QObject::connect(&m_turns, &QTimer::timeout, &m_loop, [this] { nextTurn(); });
        m_loop.exec();
        m_headless.closeWriteChannel();
        m_headless.waitForFinished();
    }

    std::vector<double> inWindow() const { return nsPerStepOfTurns(*m_window.controller()->run()); }
    std::vector<double> headless()
    {
        std::vector<double> turns;
        for (const auto& line : m_headless.readAllStandardOutput().split('\n'))
            if (!line.isEmpty())
                turns.push_back(line.toDouble());
        return turns;
    }

private:
    ui::RunController* controller() { return m_window.controller(); }

    void nextTurn()
    {
        if (--m_turnsLeft == 0) {
            m_turns.stop();
            m_headless.write("hold\n");
            controller()->stop();
            return;
        }
        const bool windowsTurn = m_turnsLeft % 2 == 0;
        m_headless.write(windowsTurn ? "hold\n" : "go\n");
        controller()->setPaused(!windowsTurn);
        m_window.setVisible(windowsTurn);
    }

    QEventLoop m_loop;
    QTimer m_turns;
    QProcess m_headless;
    ui::MainWindow m_window;
    int m_turnsLeft;
};

void measure(int64_t batchSize, int rounds, const char* goal)
{
    Contest contest(batchSize, rounds);
    auto with = contest.inWindow();
    auto without = contest.headless();
    const auto both = std::min(with.size(), without.size());
    with.resize(both);
    without.resize(both);
    printRatio("Window open and plotting / headless", batchSize, with, without, goal);
}

} // namespace

int main(int argc, char** argv)
{
    if (!std::getenv("OMP_WAIT_POLICY")) { // like the program before it loads Qt, which loads OpenMP
        keepThreadsFromSpinning();
        execv("/proc/self/exe", argv);
    }
    keepFreedMemory(); // like the program
    if (argc > 2 && std::string_view(argv[1]) == "--headless")
        return trainHeadless(std::stoll(argv[2]));
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName("stepscope-benchmark");
    QCoreApplication::setApplicationName("stepscope-benchmark");
    ui::Theme::instance().apply();
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    const TemporaryFolder library;
    qputenv("STEPSCOPE_LIBRARY", library.path().c_str());
    fmt::print("Milliseconds per step on the display \"{}\", medians of the turns\n",
               QGuiApplication::platformName().toStdString());
    printRatioHeader();
    measure(64, quick ? 8 : 40, "at most 1.03");
    measure(1, quick ? 8 : 40, "");
    return 0;
}
