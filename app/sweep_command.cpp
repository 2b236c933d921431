#include "app/command.h"
#include "app/experiment_options.h"
#include "app/interruption.h"
#include "app/stored_runs.h"
#include "app/training.h"
#include "core/base/atomic_file.h"
#include "core/base/format.h"
#include "core/engine/engine_loader.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/run/run_figures.h"
#include "core/run/sweep.h"
#include "core/run/training_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <thread>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

struct SweepOptions
{
    std::string experimentFile;
    ExperimentOptions experiment;
    std::vector<std::string> batchSizes;
    std::vector<std::string> devices;
    std::vector<std::string> axes; ///< "field=a,b,c"
    bool paired = false;
    int64_t repeats = 1;
    int64_t images = 0;
    std::string out;
    bool force = false;
    bool plan = false;
};

SweepAxis axisOf(const std::string& text)
{
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(
            fmt::format("--axis is {}; expected a field and its values, as in --axis threads=1,2.", text));
    SweepAxis axis{.field = text.substr(0, equals),
                   .values = CLI::detail::split(text.substr(equals + 1), ',')};
    if (axis.values.size() == 1 && axis.values.front().empty())
        axis.values.clear();
    return axis;
}

Sweep askedSweep(const SweepOptions& options)
{
    try {
        Sweep sweep{.base = options.experiment.experiment(options.experimentFile),
                    .paired = options.paired,
                    .repeats = options.repeats};
        if (!options.devices.empty())
            sweep.axes.push_back({"device", options.devices});
        if (!options.batchSizes.empty())
            sweep.axes.push_back({"batch_size", options.batchSizes});
        for (const auto& axis : options.axes)
            sweep.axes.push_back(axisOf(axis));
        if (options.images > 0) {
            sweep.budget = SweepBudget::Images;
            sweep.amount = options.images;
        }
        return sweep;
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
}

std::vector<SweepPoint> askedPoints(const Sweep& sweep)
{
    try {
        return sweepPoints(sweep);
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
}

/// Seconds that the experiment will take, from its first steps; negative when they failed. The tests are
/// taken for as fast as three times the training.
double probe(const Experiment& experiment)
{
    constexpr size_t steps = 12;
    constexpr auto longest = std::chrono::seconds(5);
    const auto begin = std::chrono::steady_clock::now();
    Run run;
    TrainingSession session(experiment, loadEngine);
    while (!run.isOver()) {
        session.feed().drainInto(run);
        const bool late = run.steps.size() >= 2 && std::chrono::steady_clock::now() - begin > longest;
        if (run.steps.size() >= steps || late || interrupted())
            session.control().requestStop();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    session.join();
    session.feed().drainInto(run);
    const auto times = stepTimes(run);
    if (run.outcome == RunOutcome::Failed || times.count == 0)
        return -1;
    const double testImages = double(run.plan.tests * run.plan.testImages);
    return 1e-9 * times.medianNs *
           (double(run.plan.totalSteps) + testImages / 3 / double(experiment.batchSize));
}

/// Says how many runs there will be, and how long those will take that are not done yet.
void printPlan(const std::vector<SweepPoint>& points, const fs::path& folder)
{
    fmt::print(stderr, "{} runs, measured by their first steps:\n", points.size());
    std::map<int64_t, double> secondsOf; // by combination
    double total = 0;
    for (size_t i = 0; i < points.size() && !interrupted(); ++i) {
        const auto& point = points[i];
        std::string when = "done already";
        if (!isDone(sweepRunPath(folder, i, point))) {
            if (!secondsOf.contains(point.combination))
                secondsOf[point.combination] = probe(point.experiment);
            const double seconds = secondsOf[point.combination];
            when = seconds < 0 ? "will fail: its first steps did" : "about " + formatSeconds(seconds);
            total += std::max(0.0, seconds);
        }
        fmt::print(stderr, "  {:>3}  {:<40}  {}\n", i + 1, point.label, when);
    }
    fmt::print(stderr, "Together about {}.\n", formatSeconds(total));
}

/// A point that was begun and not finished is begun anew.
void removeUnfinished(const fs::path& runFile)
{
    for (const char* suffix : {"", "-wal", "-shm"})
        fs::remove(runFile.string() + suffix);
}

void writeComparison(const std::vector<SweepPoint>& points, const fs::path& folder)
{
    std::deque<StoredRun> stored;
    std::vector<NamedRun> runs;
    for (size_t i = 0; i < points.size(); ++i) {
        const auto file = sweepRunPath(folder, i, points[i]);
        if (fs::exists(file))
            runs.push_back({&stored.emplace_back(readRunFile(file)).run, points[i].label});
    }
    if (runs.empty())
        return;
    const auto comparison = compareRuns(runs);
    const auto operators = compareOperators(runs, {.basis = OperatorBasis::PerImage});
    writeFileAtomically(folder / "comparison.csv", comparisonCsv(comparison));
    writeFileAtomically(folder / "comparison.json", comparisonJson(comparison));
    writeFileAtomically(folder / "comparison.md", comparisonMarkdown(comparison));
    writeFileAtomically(folder / "operators.csv", operatorComparisonCsv(operators));
    writeFileAtomically(folder / "operators.md", operatorComparisonMarkdown(operators));
    fmt::print("{}", comparisonMarkdown(comparison));
}

int sweep(const SweepOptions& options)
{
    if (options.out.empty())
        throw UsageError(
            "--out is missing: the folder for the runs, as in `stepscope sweep --batch-sizes 1,16,64 "
            "--out lab`.");
    const auto asked = askedSweep(options);
    const auto points = askedPoints(asked);
    watchForInterruption();
    if (!options.plan)
        prepareSweepFolder(options.out, asked, options.force);
    printPlan(points, options.out);
    if (options.plan)
        return interrupted() ? exitInterrupted : exitDone;

    ProgressDisplay display;
    size_t failed = 0;
    for (size_t i = 0; i < points.size() && !interrupted(); ++i) {
        const auto file = sweepRunPath(options.out, i, points[i]);
        if (isDone(file))
            continue;
        removeUnfinished(file);
        display.say(fmt::format("Run {} of {}: {}", i + 1, points.size(), points[i].label));
        const auto run = trainShowing(points[i].experiment, file, display);
        if (run.outcome == RunOutcome::Failed) {
            ++failed;
            display.say(fmt::format("Failed: {}", run.failure));
        }
    }
    display.clear();
    writeComparison(points, options.out);
    if (interrupted()) {
        fmt::print(stderr, "Interrupted; the same command goes on where it was.\n");
        return exitInterrupted;
    }
    return failed > 0 ? exitFailed : exitDone;
}

} // namespace

Command makeSweepCommand(CLI::App& program)
{
    auto* command =
        program.add_subcommand("sweep", "Train the same experiment with several settings and compare");
    auto options = std::make_shared<SweepOptions>();
    command
        ->add_option("experiment", options->experimentFile,
                     "JSON file with the base experiment; flags go over it")
        ->option_text("FILE");
    command->add_option("--batch-sizes", options->batchSizes, "Batch sizes, as 1,16,64")
        ->delimiter(',')
        ->option_text("N,…")
        ->group("Sweep");
    command->add_option("--devices", options->devices, "Devices, as cpu,cuda:0")
        ->delimiter(',')
        ->option_text("ID,…")
        ->group("Sweep");
    command
        ->add_option("--axis", options->axes, "Any field of an experiment, as optimizer.learning_rate=0.1,1")
        ->option_text("FIELD=A,B")
        ->group("Sweep");
    command
        ->add_flag("--paired", options->paired,
                   "Take the axes' values together one by one, not each with each")
        ->group("Sweep");
    command->add_option("--repeats", options->repeats, "Runs of each setting, each with a seed of its own")
        ->option_text("N")
        ->group("Sweep");
    command
        ->add_option("--images", options->images,
                     "Train each run on about so many images, whatever its batch size")
        ->option_text("N")
        ->group("Sweep");
    command->add_flag("--plan", options->plan, "Only say what would be run, and how long it would take")
        ->group("Sweep");
    command->add_option("--out", options->out, "Folder for the runs and their comparison; required")
        ->option_text("DIR")
        ->group("Result");
    command->add_flag("--force", options->force, "Replace the sweep that the folder holds")->group("Result");
    options->experiment.addTo(*command);
    command->footer(
        "Examples:\n"
        "  stepscope sweep --batch-sizes 1,16,64 --epochs 1 --out lab\n"
        "  stepscope sweep --batch-sizes 1,16,64 --images 6000 --network mnist-convnet-2020 --out lab\n"
        "  stepscope sweep --axis threads=1,2 --repeats 3 --steps 200 --out threads\n"
        "\n"
        "A sweep that was stopped goes on where it was with the same command. Exit codes: 0 done, 1 a run\n"
        "failed, 2 wrong use, 130 interrupted.");
    return {command, [options] { return sweep(*options); }};
}

} // namespace stepscope
