#include "app/training.h"

#include "core/base/interruption.h"
#include "core/data/data_sets.h"
#include "core/engine/engine_loader.h"
#include "core/run/training_session.h"

namespace stepscope {

constexpr auto tick = std::chrono::milliseconds(100);

Run trainShowing(const Experiment& experiment, const std::filesystem::path& runFile, ProgressDisplay& display)
{
    Run run;
    run.experiment = experiment;
    noteInterruptions();
    TrainingSession session(experiment, loadEngine, runFile);
    bool stopping = false;
    while (!run.isOver()) {
        if (interrupted() && !stopping) {
            stopping = true;
            session.control().requestStop();
            display.say("Stopping after this step; once more quits at once.");
        }
        session.feed().drainInto(run);
        display.show(run);
        if (!run.isOver())
            sleepUnlessInterrupted(stopping ? tick / 10 : tick);
    }
    session.join();
    display.clear();
    return run;
}

void useDataSetThatIsThere(Experiment& experiment, ProgressDisplay& display)
{
    const auto isThere = [&](std::string_view id) {
        return !findDataSet(dataSetInfo(id), experiment.dataDirectory).empty();
    };
    if (experiment.dataset != "mnist" || isThere("mnist") || !isThere("fashion-mnist"))
        return;
    experiment.dataset = "fashion-mnist";
    display.say(
        "MNIST is not on this machine, so Fashion-MNIST takes its place; `stepscope data fetch mnist` gets "
        "MNIST.");
}

} // namespace stepscope
