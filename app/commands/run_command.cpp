#include "app/command.h"
#include "app/experiment_options.h"
#include "app/graph_progress.h"
#include "app/options/csv_option.h"
#include "app/options/help_examples.h"
#include "app/progress_display.h"
#include "app/run_result.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "app/training.h"
#include "core/base/files/csv.h"
#include "core/base/interruption.h"
#include "core/base/text/format.h"
#include "core/engine/engine_loader.h"
#include "core/exchange/report.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/run/progress.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_library.h"
#include "core/run_file/trace_pieces.h"
#include "core/training/training_session.h"
#include "core/weights/checkpoint.h"

#ifdef STEPSCOPE_GUI
#include "ui/pictures/picture_painter.h"
#endif

#include <memory>
#include <optional>
#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

struct RunOptions
{
    std::string experimentFile;
    ExperimentOptions experiment;
    std::string out;
    bool force = false;
    bool json = false;
    std::string library;
    bool keep = true;
    bool saveWeights = true;
    std::string resume;
    bool csvRaw = false;
};

/// Throws UsageError if the run has no checkpoint, and Error if the file is no run.
fs::path checkpointOfRun(const fs::path& run)
{
    std::error_code unknown;
    if (run.extension() != runFileSuffix && !fs::exists(checkpointFileOf(run), unknown))
        throw Error(
            translated("{file} is neither a run of Stepscope nor a checkpoint.", {{"file", run.string()}}));
    return findCheckpoint(run);
}

/// The checkpoint to continue from; empty if the training is a new one. Throws UsageError if there is none.
fs::path resumedCheckpoint(const RunOptions& options)
{
    if (options.resume.empty())
        return {};
    if (options.experiment.isGiven("initial_weights"))
        throw UsageError(translated("--resume and --weights cannot be used together: a resumed training "
                                    "continues with its own weights."));
    if (fs::path(options.resume).extension() != safetensorsExtension)
        return checkpointOfRun(pathOfNamedRun(options.resume, options.library));
    std::error_code unknown; // reported when it is read
    if (!fs::exists(options.resume, unknown) && !unknown)
        throw UsageError(translated("{file} does not exist.", {{"file", options.resume}}));
    return options.resume;
}

/// The requested experiment. Throws UsageError if it is invalid.
Experiment askedExperiment(const RunOptions& options, const std::optional<CheckpointFacts>& resumed)
{
    try {
        if (!resumed) {
            auto experiment = options.experiment.experiment(options.experimentFile);
            options.experiment.refuseUnused(experiment);
            return experiment;
        }
        auto experiment = options.experiment.limited(resumed->experiment);
        // One limit replaces the others.
        if (options.experiment.isGiven("steps") && !options.experiment.isGiven("seconds"))
            experiment.seconds = 0;
        if (options.experiment.isGiven("seconds") && !options.experiment.isGiven("steps"))
            experiment.steps = 0;
        checkResumable(*resumed, experiment);
        options.experiment.refuseUnused(experiment);
        return experiment;
    } catch (const Error& problem) {
        throw UsageError(problem.what(), problem.detail());
    }
}

EngineInfo engineInfo()
{
    try {
        return loadEngine()->info();
    } catch (const Error&) {
        return {}; // the run has already failed with this error
    }
}

WrittenReport writeReportOf(const Run& run, Environment environment, const fs::path& folder)
{
    environment.engine = engineInfo();
    std::unique_ptr<PicturePainter> painter;
#ifdef STEPSCOPE_GUI
    painter = ui::makePicturePainter();
#endif
    WrittenReport report{
        folder, {}, writeReport(run, environment, folder, painter.get(), sayThatDotTakesLong())};
    if (const auto missing = missingEventsText(run); !missing.empty()) {
        std::error_code ignored;
        const bool hasTrace = fs::exists(folder / "trace.json", ignored);
        report.omissions.failures.push_back(
            hasTrace ? translated("trace.json is incomplete: {reason}", {{"reason", missing}})
                     : translated("The recording is incomplete: {reason}", {{"reason", missing}}));
    }
    for (const std::string& name : reportFileNames()) {
        if (std::error_code ignored; fs::exists(folder / name, ignored))
            report.files.push_back(name);
    }
    return report;
}

/// Prints where the run is saved. Returns whether it is complete; if not, its log has reported why.
bool tellWhereKept(const Run& run, const fs::path& runFile)
{
    try {
        const auto summary = readRunSummary(runFile);
        const bool isWhole = summary.outcome == run.outcome; // the outcome is written last
        if (summary.steps > 0)
            printError("{}\n", isWhole ? translated("Kept as {file}", {{"file", runFile.string()}})
                                       : translated("Kept in part as {file}", {{"file", runFile.string()}}));
        return isWhole;
    } catch (const Error&) {
        return false; // there is no such file
    }
}

/// Returns whether all its events could be read.
bool printResult(const Run& run, const WrittenReport& report, bool json)
{
    const auto figures = topFigures(run);
    for (const auto& sentence : report.omissions.all())
        printError("{}\n", sentence);
    if (!figures.problem.empty() && report.omissions.failures.empty())
        printError("{}\n", figures.problem);
    if (run.outcome == RunOutcome::Stopped)
        printError("{}\n", translated("Stopped after {step} of {steps} steps.",
                                      {{"step", formatCount(int64_t(run.steps.size()))},
                                       {"steps", plannedStepsText(run)}}));
    if (json) {
        printJson(resultJson(run, figures, report));
    } else {
        if (!run.epochs.empty())
            print("{}\n", testLine(run.epochs.back()));
        if (const auto validation = lastValidation(run))
            print("{}\n", validationText(*validation));
        if (const auto table = topOperatorsText(run, figures.operators); !table.empty())
            print("\n{}", table);
        if (const auto table = topKernelsText(run, figures.kernels); !table.empty())
            print("\n{}", table);
    }
    std::fflush(stdout);
    if (!report.files.empty())
        printError("{}\n", translatedPlural("Report: {count} file in {folder}",
                                            "Report: {count} files in {folder}", int64_t(report.files.size()),
                                            {{"count", std::to_string(report.files.size())},
                                             {"folder", report.folder.string()}}));
    return figures.problem.empty();
}

int runExperiment(const RunOptions& options)
{
    if (options.out.empty())
        throw UsageError(
            translated("--out is missing: the folder for the report, as in `stepscope run --out report`."));
    const fs::path resumed = resumedCheckpoint(options);
    const auto facts = resumed.empty() ? std::nullopt : std::optional(readCheckpointFacts(resumed));
    Experiment experiment = askedExperiment(options, facts);
    const fs::path folder = options.out;
    if (const auto inTheWay = reportInTheWay(folder); !options.force && !inTheWay.empty())
        throw UsageError(inTheWay);

    std::vector<std::string> notices;
    if (resumed.empty() && !options.experiment.namesDataSet(options.experimentFile))
        notices.push_back(useDataSetThatIsThere(experiment));
    Experiment read = experiment;
    if (!resumed.empty())
        read.initialWeights.clear(); // replaced by those of the checkpoint
    refuseUnusableData(read);
    refuseLargeBatch(experiment);
    const auto environment = machineEnvironment();
    notices.push_back(busyWarning(environment));
    std::erase(notices, std::string());
    ProgressDisplay display;
    std::error_code unreadable; // reported when the folder is prepared
    const bool isNew = !fs::exists(folder, unreadable);
    prepareReportFolder(folder, options.force);
    const ReportFolderLock lock(folder);

    const auto runFile = options.keep ? newRunPath(libraryFolderOf(options.library), experiment) : fs::path();
    TrainingFiles files;
    if (options.keep && options.saveWeights)
        files = trainingFilesOf(runFile);
    files.resumed = resumed;
    const Run run = trainShowing(experiment, runFile, files, display, std::move(notices));
    WrittenReport report{folder, {}, {}};
    if (run.steps.empty() && run.outcome == RunOutcome::Failed) {
        if (std::error_code ignored; isNew)
            fs::remove(folder, ignored); // it is empty
    } else {
        const RawCsvTexts raw(options.csvRaw);
        report = writeReportOf(run, environment, folder);
    }
    const bool isRead = printResult(run, report, options.json);
    if (std::error_code ignored; fs::exists(files.weights, ignored))
        printError("{}\n", translated("Weights: {file}", {{"file", files.weights.string()}}));
    const bool isKept = !options.keep || run.steps.empty() || tellWhereKept(run, runFile);

    if (run.outcome == RunOutcome::Failed)
        throw Error(run.failure, run.failureDetail);
    if (run.outcome == RunOutcome::Stopped || interrupted())
        return exitInterrupted;
    return isKept && isRead && report.omissions.failures.empty() ? exitDone : exitFailed;
}

} // namespace

Command makeRunCommand(CLI::App& program)
{
    auto* command = program.add_subcommand(
        "run", translated("Train one experiment and write a report, without a window"));
    auto options = std::make_shared<RunOptions>();
    auto* file = command->add_option("experiment", options->experimentFile,
                                     translated("JSON file with an experiment; options override its values"));
    file->option_text("FILE");
    command->add_option("--out", options->out, translated("Folder for the report; required"))
        ->option_text("DIR")
        ->group(translated("Result"));
    command->add_flag("--force", options->force, translated("Replace the run in the folder"))
        ->group(translated("Result"));
    command->add_flag("--json", options->json, translated("Print one JSON object with the result on stdout"))
        ->group(translated("Result"));
    command
        ->add_option("--library", options->library,
                     translated("Folder to save the run in, to compare it with others later"))
        ->option_text("DIR")
        ->group(translated("Result"));
    command->add_flag("!--no-keep", options->keep, translated("Write only the report; save no run file"))
        ->group(translated("Result"));
    command
        ->add_flag("!--no-weights", options->saveWeights,
                   translated("Do not save the weights and the checkpoint beside the run file"))
        ->group(translated("Result"));
    command
        ->add_option("--resume", options->resume,
                     translated("Continue a run that was stopped, or a complete one for more "
                                "--epochs or --steps. RUN is its name in the library, its "
                                "file, or a checkpoint. The rest becomes a new run."))
        ->option_text("RUN")
        ->excludes(file);
    addCsvRawOption(*command, options->csvRaw);
    options->experiment.addTo(*command);
    command->footer(helpExamples(
        {"stepscope run --out report", "stepscope run --batch-size 16 --epochs 2 --seed 7 --out report-16",
         "stepscope run --network mnist-convnet-2020 --epochs 14 --no-profile --out lab",
         "stepscope run --dataset synthetic --network mlp --steps 100 --json --out /tmp/trial",
         "stepscope run report/experiment.json --device cuda:0 --out report-gpu",
         "stepscope run --resume 2026-11-21_08-33 --epochs 20 --out longer"},
        translated("Ctrl-C stops after the current step and still writes the report; a second Ctrl-C "
                   "quits\nimmediately. Exit codes: 0 done, 1 failed, 2 usage error, 130 interrupted.")));
    return {command, [options] { return runExperiment(*options); }};
}

} // namespace stepscope
