// What the open window costs the training: the same experiment in the real MainWindow, plotting and listing,
// against a session without any window. They take turns; medians are quoted.

#include "tests/benchmarks/statistics.h"

#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/run/training_session.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QStandardPaths>

#include <fmt/format.h>

#include <chrono>
#include <thread>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

constexpr size_t warmup = 5;

double nsPerStep(const Run& run)
{
    const auto first = run.steps[warmup].startNs;
    return double(run.steps.back().startNs - first) / double(run.steps.size() - 1 - warmup);
}

double headless(const Experiment& experiment)
{
    TrainingSession session(experiment, loadEngine);
    Run run;
    while (!run.isOver()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        session.feed().drainInto(run);
    }
    return nsPerStep(run);
}

double inWindow(const Experiment& experiment)
{
    ui::MainWindow window(loadEngine);
    window.resize(1280, 800);
    window.show();
    auto* controller = window.controller();
    QEventLoop loop;
    const auto startWhenReady = [&] {
        if (controller->engineState() == ui::RunController::EngineState::Ready && !controller->run())
            controller->start(experiment);
    };
    QObject::connect(controller, &ui::RunController::engineReady, &loop, startWhenReady);
    QObject::connect(controller, &ui::RunController::ended, &loop, &QEventLoop::quit);
    loop.exec();
    return nsPerStep(*controller->run());
}

void measure(int64_t batchSize, int64_t steps, int rounds, const char* goal)
{
    auto experiment = referenceExperiment("mnist-convnet");
    experiment.dataset = "synthetic";
    experiment.batchSize = batchSize;
    experiment.steps = steps;
    std::vector<double> without;
    std::vector<double> with;
    for (int round = 0; round < rounds; ++round) {
        if (round % 2 == 0)
            without.push_back(headless(experiment));
        with.push_back(inWindow(experiment));
        if (round % 2 == 1)
            without.push_back(headless(experiment));
    }
    fmt::print("{:<44} {:>6} {:>10.3f} {:>10.3f} {:>8.3f}   {}\n", "Window open and plotting / headless",
               batchSize, median(with) / 1e6, median(without) / 1e6, medianRatio(with, without), goal);
    std::fflush(stdout);
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
    fmt::print("Milliseconds a step on the display \"{}\", medians of the rounds\n",
               QGuiApplication::platformName().toStdString());
    measure(64, quick ? 30 : 120, quick ? 3 : 7, "at most 1.03");
    measure(1, quick ? 200 : 1500, quick ? 3 : 7, "");
    return 0;
}
