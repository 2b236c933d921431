#include "core/training/forward_pass.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/processes/child_process.h"
#include "core/engine/engine.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/run_file/run_feed.h"
#include "core/run_file/run_file_writer.h"

#include <exception>

namespace stepscope {

namespace {

/// The pass has one image, whatever the experiment's batch size, and is always recorded.
Experiment ofOneImage(Experiment experiment)
{
    experiment.batchSize = 1;
    experiment.epochs = 1;
    experiment.steps = 1;
    experiment.seconds = 0;
    experiment.profile = true;
    experiment.profileWait = 0;
    experiment.profileWarmup = 0;
    experiment.profileActive = 1;
    experiment.profileRepeat = 1;
    return experiment;
}

} // namespace

void recordForwardPass(const Experiment& experiment, const std::filesystem::path& runFile)
{
    const TemporaryFolder folder;
    const auto experimentFile = folder.path() / "experiment.json";
    writeFileAtomically(experimentFile, toJson(experiment));
    const auto result = runProcess(
        {programPath().string(), forwardPassCommandName, experimentFile.string(), "--out", runFile.string()});
    if (result.timedOut)
        throw Error(translated("The cold forward pass did not end within ten minutes."));
    if (result.exitCode == 0)
        return;
    throw Error(translated("The cold forward pass failed: {reason}", {{"reason", failureText(result)}}));
}

void runForwardPass(const Experiment& experiment, const std::filesystem::path& runFile)
{
    const auto pass = ofOneImage(experiment);
    const auto engine = loadEngine();
    RunFileWriter file(runFile, withAbsolutePaths(pass), RunKind::ForwardPass);
    RunFeed feed;
    feed.started();
    std::exception_ptr failure;
    try {
        engine->forwardPass(pass, feed);
        feed.ended(RunOutcome::Finished);
    } catch (const Error& error) {
        feed.ended(RunOutcome::Failed, error.what(), error.detail());
        failure = std::current_exception();
    }
    // Not earlier: examining LibTorch and the machine would set up what belongs to the pass.
    auto environment = machineEnvironment();
    environment.engine = engine->info();
    file.setEnvironment(toJson(environment));
    if (const auto update = feed.take())
        file.write(*update);
    file.close();
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace stepscope
