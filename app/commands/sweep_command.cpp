#include "app/command.h"
#include "app/graph_progress.h"
#include "app/options/help_examples.h"
#include "app/sweep_display.h"
#include "app/sweep_options.h"
#include "app/terminal.h"
#include "app/training.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/base/files/paths.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/interruption.h"
#include "core/base/text/format.h"
#include "core/engine/engine.h"
#include "core/engine/engine_loader.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/report.h"
#include "core/language/translation.h"
#include "core/report/lab_report.h"
#include "core/run_file/run_file.h"
#include "core/training/forward_pass.h"

#ifdef STEPSCOPE_GUI
#include "ui/pictures/picture_painter.h"
#endif

#include <fmt/format.h>

#include <deque>
#include <memory>
#include <optional>
#include <system_error>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> usableDevices()
{
    std::vector<std::string> ids;
    for (const auto& device : loadEngine()->devices()) {
        if (device.whyAbsent.empty())
            ids.push_back(device.id);
    }
    return ids;
}

/// `notice` is set to a sentence about the data set if another one is used.
Sweep askedSweep(const SweepOptions& options, std::string& notice)
{
    auto sweep = options.sweep(options.needsDevices() ? usableDevices() : std::vector<std::string>());
    if (!options.namesDataSet())
        notice = useDataSetThatIsThere(sweep.base);
    describeOwnData(sweep.base);
    // When the command is repeated, it keeps the amount chosen the first time.
    const auto before = options.within() > 0 ? sweepOfFolder(options.out) : std::nullopt;
    if (before && before->budget == SweepBudget::Images) {
        const auto unchosen = sweep;
        sweep.amount = before->amount;
        if (sweep != *before)
            sweep = unchosen;
    }
    return sweep;
}

SweepRunner makeRunner(const Sweep& sweep, const SweepOptions& options, SweepDisplay& display)
{
    try {
        SweepRunner runner(sweep, {.folder = options.out,
                                   .isolation = options.isolation(),
                                   .engine = loadEngine,
                                   .program = {programPath().string()},
                                   .forwardPass = recordForwardPass,
                                   .stopRequested = interrupted,
                                   .tell = [&](const SweepEvent& event) { display.show(event); }});
        options.refuseUnused(runner.points());
        std::vector<std::string> labels;
        for (const auto& point : runner.points()) {
            labels.push_back(point.label);
            options.experiment.trustModelOf(point.experiment);
        }
        display.setLabels(std::move(labels));
        return runner;
    } catch (const UnusedAxisError& error) {
        throw UsageError(options.sentenceAbout(error));
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
}

void measure(SweepRunner& runner, const SweepOptions& options, bool chooseImages)
{
    if (options.estimates.empty())
        runner.estimate();
    if (chooseImages && !interrupted())
        runner.setImages(imagesWithin(options.within(), runner.points(), runner.estimates()));
}

std::string whenText(const SweepRunner& runner, size_t point)
{
    if (isDone(runner.runFile(point)))
        return translated("already done");
    const auto& estimate = runner.estimates()[point];
    if (!estimate.problem.empty())
        return translated("will fail: {reason}", {{"reason", estimate.problem}});
    const double seconds = estimate.seconds(runner.points()[point].experiment);
    return seconds < 0 ? translated("not known")
                       : translated("about {time}", {{"time", formatSeconds(seconds)}});
}

/// Prints what will be run and how long that will take.
void sayPlan(const SweepRunner& runner, SweepDisplay& display)
{
    display.clear();
    const auto& points = runner.points();
    display.say(translatedPlural("{count} run, with its time estimated from its first steps:",
                                 "{count} runs, with their times estimated from their first steps:",
                                 int64_t(points.size()), {{"count", std::to_string(points.size())}}));
    for (size_t i = 0; i < points.size(); ++i)
        display.say(fmt::format("  {:>3}  {:<40}  {}", i + 1, points[i].label, whenText(runner, i)));
    if (runner.sweep().budget == SweepBudget::Images)
        display.say(translatedPlural("Each trains on {count} sample.", "Each trains on {count} samples.",
                                     runner.sweep().amount, {{"count", formatCount(runner.sweep().amount)}}));
    display.say(translated("In total: about {time}.", {{"time", formatSeconds(runner.estimatedSeconds())}}));
}

/// Throws UsageError if the runs take longer than --within allows. For the usual time of the lab, it only
/// says so.
void refuseLongerThanWithin(const SweepRunner& runner, const SweepOptions& options, SweepDisplay& display)
{
    if (runner.estimatedSeconds() <= options.within())
        return;
    const TextValues values = {{"time", formatSeconds(runner.estimatedSeconds())},
                               {"limit", formatSeconds(options.within())},
                               {"count", formatCount(runner.sweep().amount)}};
    if (options.withinMinutes > 0)
        throw UsageError(
            translated("The runs would take about {time}, longer than the {limit} of --within, although each "
                       "trains on only {count} samples; allow more time, or choose fewer with --images.",
                       values));
    display.say(
        translated("That is longer than the usual {limit} of the lab, although each run trains on only "
                   "{count} samples; --images chooses fewer.",
                   values));
}

void writeComparison(const SweepRunner& runner, const SweepOptions& options)
{
    std::deque<StoredRun> stored;
    std::vector<NamedRun> runs;
    const RunFileParts parts{.eventBytes = eventMemoryOfEach(runner.points().size())};
    for (size_t i = 0; i < runner.points().size(); ++i) {
        const auto file = runner.runFile(i);
        if (fs::exists(file))
            runs.push_back({&stored.emplace_back(readRunFile(file, parts)).run, runner.points()[i].label});
    }
    if (runs.empty())
        return;
    const fs::path folder = options.out;
    const auto comparison = compareRuns(runs);
    const auto operators = compareOperators(runs);
    writeFileAtomically(folder / "comparison.csv", comparisonCsv(comparison));
    writeFileAtomically(folder / "comparison.json", comparisonJson(comparison));
    writeFileAtomically(folder / "comparison.md", comparisonMarkdown(comparison));
    writeFileAtomically(folder / "operators.csv", operatorComparisonCsv(operators));
    writeFileAtomically(folder / "operators.md", operatorComparisonMarkdown(operators));
    if (!options.jsonProgress)
        printData(comparisonMarkdown(comparison));
}

fs::path createdFolder(const fs::path& folder)
{
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem)
        throw Error(translated("The folder {folder} for the sweep cannot be created: {reason}.",
                               {{"folder", folder.string()}, {"reason", problem.message()}}));
    return folder;
}

/// Writes the report that students hand in with the runs. Returns whether all of it could be written.
bool writeLab(const SweepRunner& runner, const SweepOptions& options)
{
    std::unique_ptr<PicturePainter> painter;
#ifdef STEPSCOPE_GUI
    painter = ui::makePicturePainter();
#endif
    const auto files = runner.runFiles();
    if (files.empty())
        return true;
    prepareLabReportFolder(options.out, true);
    const auto input = labReportInput(files);
    auto problems = problemsOf(input);
    const auto unwritten = writeLabReport(input, options.out, painter.get(), sayThatDotTakesLong());
    problems.insert(problems.end(), unwritten.begin(), unwritten.end());
    for (const auto& sentence : problems)
        printError("{}\n", sentence);
    if (const auto page = fs::path(options.out) / reportPageName; fs::exists(page))
        printError("{}\n", translated("Report: {file}", {{"file", page.string()}}));
    return problems.empty();
}

int sweep(const SweepOptions& options)
{
    SweepDisplay display(options.jsonProgress);
    std::string notice;
    const auto asked = askedSweep(options, notice);
    auto runner = makeRunner(asked, options, display);
    for (const auto& point : runner.points()) {
        refuseMissingFiles(point.experiment);
        refuseUntrustedModel(point.experiment);
    }
    if (!options.estimates.empty())
        runner.setEstimates(readEstimates(options.estimates, runner));
    noteInterruptions();
    const bool chooseImages = options.within() > 0 && asked.amount <= 1;
    std::optional<ReportFolderLock> lock;
    std::error_code unreadable; // reported when the folder is created
    const bool isNew = !options.plan && !fs::exists(options.out, unreadable);
    if (!options.plan) {
        refuseLinkedRuns(options.out);
        refuseLinkedReportFolders(options.out);
        lock.emplace(createdFolder(options.out));
    }
    if (!options.plan && !chooseImages)
        prepareSweepFolder(options.out, asked, options.force);
    measure(runner, options, chooseImages);
    if (!notice.empty()) {
        display.clear();
        display.say(notice);
    }
    sayPlan(runner, display);
    try {
        if (chooseImages && !interrupted())
            refuseLongerThanWithin(runner, options, display);
    } catch (const UsageError&) {
        if (std::error_code ignored; isNew)
            fs::remove(options.out, ignored); // it is empty
        throw;
    }
    if (options.plan)
        return interrupted() ? exitInterrupted : exitDone;

    if (chooseImages && !interrupted())
        prepareSweepFolder(options.out, runner.sweep(), options.force);
    const auto result = runner.run();
    if (result.unkept > 0) {
        display.clear();
        throw Error(
            translatedPlural("{unsaved} of {count} run could not be saved completely in {folder}, so no "
                             "report was written. Remove the cause and repeat the command to continue.",
                             "{unsaved} of {count} runs could not be saved completely in {folder}, so no "
                             "report was written. Remove the cause and repeat the command to continue.",
                             int64_t(runner.points().size()),
                             {{"unsaved", std::to_string(result.unkept)},
                              {"count", std::to_string(runner.points().size())},
                              {"folder", options.out}}));
    }
    if (!result.stopped)
        endOnInterruptions(); // the runs are saved, and repeating the command writes what is missing
    display.show({.kind = SweepEvent::Kind::Reporting});
    const RawCsvTexts raw(options.csvRaw);
    writeComparison(runner, options);
    const bool isReported = result.stopped || writeLab(runner, options);
    display.clear();
    if (result.stopped) {
        printError("{}\n", translated("Interrupted. Repeat the command to continue."));
        return exitInterrupted;
    }
    return result.failed > 0 || !isReported ? exitFailed : exitDone;
}

/// A plan trains nothing, so it needs no --out: it is then that of an empty folder, in which no run is done.
int planOrSweep(SweepOptions& options)
{
    if (!options.out.empty())
        return sweep(options);
    if (!options.plan)
        throw UsageError(translated("--out is missing: the folder for the runs, as in `stepscope sweep "
                                    "--batch-sizes 1,16,64 --out lab`."));
    const TemporaryFolder none;
    options.out = none.path().string();
    return sweep(options);
}

} // namespace

Command makeSweepCommand(CLI::App& program)
{
    auto* command =
        program.add_subcommand("sweep", translated("Train one experiment with several settings and compare"));
    auto options = std::make_shared<SweepOptions>();
    options->addTo(*command);
    command->footer(helpExamples(
        {"stepscope sweep --lab-1 --out lab", "stepscope sweep --batch-sizes 1,16,64 --epochs 1 --out lab",
         "stepscope sweep --batch-sizes 1,16,64 --images 6000 --network mnist-convnet-2020 --out lab",
         "stepscope sweep --axis threads=1,2 --repeats 3 --seconds 30 --out threads"},
        translated("Repeat the command to continue a sweep that was stopped. Exit codes: 0 done, 1 a run "
                   "failed,\n2 usage error, 130 interrupted.")));
    return {command, [options] { return planOrSweep(*options); }};
}

} // namespace stepscope
