#include "app/command.h"
#include "app/options/help_examples.h"
#include "app/self_test.h"
#include "app/terminal.h"
#include "core/base/files/temporary_folder.h"
#include "core/engine/engine_loader.h"
#include "core/exchange/report.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/training/training_session.h"

#ifdef STEPSCOPE_GUI
#include "ui/pictures/picture_painter.h"
#endif

#include <memory>

namespace stepscope {

namespace {

Experiment tinyExperiment()
{
    Experiment experiment = referenceExperiment(mlpName);
    experiment.dataset = syntheticName;
    experiment.syntheticImages = 600;
    experiment.hiddenLayers = 1;
    experiment.width = 16;
    experiment.batchSize = 20;
    experiment.testBatchSize = 100;
    experiment.profileWait = 1;
    experiment.profileWarmup = 2;
    experiment.profileActive = 10;
    return experiment;
}

Run trainTiny()
{
    Run run;
    run.experiment = tinyExperiment();
    TrainingSession session(run.experiment, loadEngine);
    session.join();
    session.feed().drainInto(run);
    return run;
}

bool printChecks(const std::vector<Check>& checks)
{
    bool good = true;
    for (const auto& [what, problem] : checks) {
        good = good && problem.empty();
        if (problem.empty())
            print("{:<6}  {}\n", translated("ok"), what);
        else
            print("{:<6}  {}: {}\n", translated("FAILED"), what, problem);
    }
    return good;
}

int selfTest()
{
    const TemporaryFolder folder;
    const Run run = trainTiny();
    if (run.outcome != RunOutcome::Finished)
        throw Error(translated("The self-test failed because no network can be trained: {reason}",
                               {{"reason", run.failure}}),
                    run.failureDetail);
    const bool runIsGood = printChecks(checkRun(run));

    std::unique_ptr<PicturePainter> painter;
#ifdef STEPSCOPE_GUI
    painter = ui::makePicturePainter();
#endif
    prepareReportFolder(folder.path(), false);
    auto environment = machineEnvironment();
    environment.engine = loadEngine()->info();
    for (const auto& sentence : writeReport(run, environment, folder.path(), painter.get()).all())
        print("{:<6}  {}\n", translated("note"), sentence);
    const bool reportIsGood = printChecks(checkReport(run, folder.path(), painter != nullptr));
    if (!runIsGood || !reportIsGood)
        throw Error(translated("The self-test failed; see the lines above."));
    print("{}\n", translated("All checks passed."));
    return exitDone;
}

} // namespace

Command makeSelfTestCommand(CLI::App& program)
{
    auto* command =
        program.add_subcommand("self-test", translated("Check this installation in a few seconds"));
    command->footer(
        helpExamples({"stepscope self-test"},
                     translated("Trains a tiny network on synthetic data, checks that the profile's sums are "
                                "correct, and reads\nevery export back, in a temporary folder.")));
    return {command, selfTest};
}

} // namespace stepscope
