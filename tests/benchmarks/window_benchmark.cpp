// What the open window costs the training: the same experiment in the real MainWindow, plotting and listing,
// against a session without any window. They take turns of a second each.

#include "tests/benchmarks/statistics.h"

#include "core/base/temporary_folder.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/run/training_session.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QStandardPaths>
#include <QTimer>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

constexpr auto turn = std::chrono::milliseconds(1000);

/// Nanoseconds a step in each turn: a gap that no step fills parts two turns. The first turn, in which
/// everything is set up, and the first steps of each do not count.
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

/// The two train in turn, a second each. The window is hidden while it is the other's turn.
class Contest
{
public:
    Contest(const Experiment& experiment, int rounds)
        : m_headless(experiment, loadEngine, m_folder.path() / "headless.stepscope")
        , m_window(loadEngine)
        , m_experiment(experiment)
        , m_turnsLeft(2 * (rounds + 1))
    {
        m_headless.control().setPaused(true);
        m_window.resize(1280, 800);
        m_window.show();
        QObject::connect(controller(), &ui::RunController::engineReady, &m_loop, [this] {
            controller()->start(m_experiment);
            m_turns.start(turn);
        });
        QObject::connect(&m_turns, &QTimer::timeout, &m_loop, [this] { nextTurn(); });
        m_loop.exec();
    }

    std::vector<double> inWindow() const { return nsPerStepOfTurns(*m_window.controller()->run()); }
    std::vector<double> headless()
    {
        Run run;
        m_headless.feed().drainInto(run);
        return nsPerStepOfTurns(run);
    }

private:
    ui::RunController* controller() { return m_window.controller(); }

    void nextTurn()
    {
        if (--m_turnsLeft == 0) {
            m_turns.stop();
            m_headless.control().requestStop();
            m_headless.join();
            QObject::connect(controller(), &ui::RunController::ended, &m_loop, &QEventLoop::quit);
            controller()->stop();
            return;
        }
        const bool windowsTurn = m_turnsLeft % 2 == 0;
        m_headless.control().setPaused(windowsTurn);
        controller()->setPaused(!windowsTurn);
        m_window.setVisible(windowsTurn);
    }

    const TemporaryFolder m_folder;
    QEventLoop m_loop;
    QTimer m_turns;
    TrainingSession m_headless;
    ui::MainWindow m_window;
    Experiment m_experiment;
    int m_turnsLeft;
};

void measure(int64_t batchSize, int rounds, const char* goal)
{
    auto experiment = referenceExperiment("mnist-convnet");
    experiment.dataset = "synthetic";
    experiment.syntheticImages = 60'000;
    experiment.batchSize = batchSize;
    experiment.epochs = 10;
    Contest contest(experiment, rounds);
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
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName("stepscope-benchmark");
    QCoreApplication::setApplicationName("stepscope-benchmark");
    ui::Theme::instance().apply();
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    const TemporaryFolder library;
    qputenv("STEPSCOPE_LIBRARY", library.path().c_str());
    fmt::print("Milliseconds a step on the display \"{}\", medians of the turns\n",
               QGuiApplication::platformName().toStdString());
    printRatioHeader();
    measure(64, quick ? 8 : 40, "at most 1.03");
    measure(1, quick ? 8 : 40, "");
    return 0;
}
