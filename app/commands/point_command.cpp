#include "app/command.h"
#include "app/terminal.h"
#include "core/base/interruption.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/sweep/point_process.h"

#include <iostream>
#include <iterator>
#include <memory>

namespace stepscope {

namespace {

struct PointOptions
{
    std::string runFile;
    bool probe = false;
};

void tell(const SweepEvent& event)
{
    printJson(toJson(event) + "\n");
    std::fflush(stdout);
}

int trainOne(const PointOptions& options)
{
    if (options.probe == !options.runFile.empty())
        throw UsageError(translated("`stepscope {command}` needs --run-file or --probe.",
                                    {{"command", pointCommandName}}));
    noteInterruptions();
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const auto experiment = experimentFromJson(text, "stdin");
    if (options.probe) {
        SweepEvent event{.kind = SweepEvent::Kind::Estimated};
        event.estimate = probePoint(experiment, loadEngine, interrupted);
        event.estimatedSeconds = event.estimate.seconds(experiment);
        tell(event);
        return exitDone;
    }
    const auto result =
        trainPoint(experiment, options.runFile, loadEngine, {.stopRequested = interrupted, .tell = tell});
    SweepEvent event{.kind = SweepEvent::Kind::Ended};
    event.outcome = result.outcome;
    event.text = result.failure;
    event.detail = result.detail;
    tell(event);
    return exitDone;
}

} // namespace

Command makePointCommand(CLI::App& program)
{
    auto* command = program.add_subcommand(
        pointCommandName, translated("Train one point of a sweep in its own process, for `stepscope sweep`"));
    command->group(""); // not in the help
    auto options = std::make_shared<PointOptions>();
    command->add_option("--run-file", options->runFile, translated("File to save the run in"))
        ->option_text("FILE");
    command->add_flag("--probe", options->probe, translated("Only measure the first steps"));
    return {command, [options] { return trainOne(*options); }};
}

} // namespace stepscope
