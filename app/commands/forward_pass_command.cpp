#include "app/command.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/training/forward_pass.h"

#include <memory>

namespace stepscope {

namespace {

struct ForwardPassOptions
{
    std::string experiment;
    std::string out;
};

int forwardPass(const ForwardPassOptions& options)
{
    if (options.experiment.empty() || options.out.empty())
        throw UsageError(translated("Specify the experiment file and the run file: `stepscope forward-pass "
                                    "experiment.json --out pass.stepscope`."));
    Experiment experiment;
    try {
        experiment = readExperiment(options.experiment);
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
    runForwardPass(experiment, options.out);
    return exitDone;
}

} // namespace

Command makeForwardPassCommand(CLI::App& program)
{
    auto* command = program.add_subcommand(
        forwardPassCommandName,
        translated("Record the first forward pass of one sample in this process, for a report"));
    command->group(""); // not listed: sweeps and reports call it
    auto options = std::make_shared<ForwardPassOptions>();
    command->add_option("experiment", options->experiment, translated("JSON file with the experiment"))
        ->option_text("FILE");
    command->add_option("--out", options->out, translated("Run file to write"))->option_text("FILE");
    return {command, [options] { return forwardPass(*options); }};
}

} // namespace stepscope
