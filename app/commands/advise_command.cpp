#include "app/command.h"
#include "app/options/csv_option.h"
#include "app/options/help_examples.h"
#include "app/options/option_values.h"
#include "app/output_files.h"
#include "app/progress_display.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "app/training.h"
#include "core/ab_test/ab_text.h"
#include "core/ab_test/measured_advice.h"
#include "core/advise/advice.h"
#include "core/advise/advice_text.h"
#include "core/base/clock.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/base/interruption.h"
#include "core/base/text/format.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/run/run_contents.h"

#include <chrono>
#include <memory>
#include <optional>

namespace stepscope {

namespace {

struct AdviseOptions
{
    std::string run;
    std::string library;
    bool measure = false;
    std::optional<double> time; ///< seconds
    std::string out;
    bool json = false;
    std::string csv;
    bool force = false;
    bool csvRaw = false;
};

/// "Batch size 128 (Small operators)".
std::string nameOf(const SettingChange& change, const std::vector<Finding>& findings)
{
    for (const Finding& finding : findings)
        if (change.finding == finding.id)
            return changeText(change) + " (" + finding.title + ")";
    return changeText(change);
}

std::string decisionText(const AdviceTrial& trial)
{
    if (trial.isKept)
        return translated("kept");
    if (trial.result.ending == AbEnding::Stopped)
        return translated("stopped");
    const Verdict speed = trial.result.time.verdict;
    if (speed == Verdict::Same || speed == Verdict::Slower)
        return translated("no gain");
    if (speed != Verdict::Faster)
        return translated("not kept: the gain is not certain");
    if (trial.result.loss.verdict == LossVerdict::Higher)
        return translated("not kept: higher loss");
    return translated("not kept: its loss may be higher");
}

std::string trialLine(const AdviceTrial& trial, const std::vector<Finding>& findings)
{
    const TextValue change{"change", nameOf(trial.change, findings)};
    if (!trial.problem.empty())
        return translated("{change}: could not be measured. {reason}", {change, {"reason", trial.problem}});
    return translated("{change}: {speed}, {loss}; {decision}", {change,
                                                                {"speed", abSpeedText(trial.result.time)},
                                                                {"loss", lossText(trial.result.loss)},
                                                                {"decision", decisionText(trial)}});
}

std::vector<NamedAbResult> resultsOf(const MeasuredAdvice& advice)
{
    std::vector<NamedAbResult> results;
    for (const AdviceTrial& trial : advice.trials)
        if (trial.problem.empty())
            results.push_back({trial.test, trial.result});
    if (advice.total)
        results.push_back(*advice.total);
    return results;
}

void printTotal(const MeasuredAdvice& advice)
{
    if (advice.leftOut > 0)
        print("{}\n",
              translatedPlural("{count} change was not tried; allow more time with --time.",
                               "{count} changes were not tried; allow more time with --time.",
                               int64_t(advice.leftOut), {{"count", formatCount(int64_t(advice.leftOut))}}));
    if (advice.total)
        print("{}\n",
              translated("All changes together, compared with the run's own settings: {speed}, {loss}.",
                         {{"speed", abSpeedText(advice.total->result.time)},
                          {"loss", lossText(advice.total->result.loss)}}));
}

int measureChanges(const StoredRun& stored, const std::vector<Finding>& findings,
                   const AdviseOptions& options)
{
    if (!isWhollyKnown(stored.run.experiment))
        throw UsageError(translated("{run} was not trained by Stepscope, so its settings cannot be measured.",
                                    {{"run", options.run}}));
    const auto changes = allSettingChanges(findings, stored.run, availableProcessors());
    if (changes.empty())
        throw Error(translated("There is no setting to measure."));
    checkFileWritable(options.csv);
    checkFileWritable(options.out);
    if (const auto warning = busyWarning(machineEnvironment()); !warning.empty())
        printError("{}\n", warning);
    noteInterruptions();
    ProgressDisplay display;
    constexpr double usualSeconds = 120;
    const double seconds = options.time.value_or(usualSeconds);
    size_t done = 0;
    const auto start = std::chrono::steady_clock::now();
    std::string current;
    const AdviceContext context{
        .test = {.engine = loadEngine,
                 .stopRequested = interrupted,
                 .tell =
                     [&](const AbResult& soFar) {
                         display.showLine(current + "  " + abSpeedText(soFar.time),
                                          secondsSince(start) / seconds);
                     }},
        .starting = [&](const SettingChange& change) { current = changeText(change); },
        .tried =
            [&](const AdviceTrial& trial) {
                display.clear();
                ++done;
                if (!options.json)
                    print("{}/{} {}\n", done, changes.size(), trialLine(trial, findings));
            }};
    const auto advice = measureAdvice(stored.run.experiment, changes, seconds, context);
    display.clear();
    const RawCsvTexts raw(options.csvRaw);
    const auto results = resultsOf(advice);
    if (options.json)
        printJson(measuredAdviceJson(advice));
    else
        printTotal(advice);
    if (!options.csv.empty())
        writeFileAtomically(options.csv, abCsv(results));
    if (!options.out.empty()) {
        writeFileAtomically(options.out, toJson(advice.fastest));
        const bool isUnchanged = advice.fastest == stored.run.experiment;
        printError("{}\n",
                   translated(isUnchanged ? translatable("No change was kept, so {file} has the settings "
                                                         "of the run.")
                                          : translatable("The fastest experiment is in {file}: "
                                                         "`stepscope run {file}` trains it."),
                              {{"file", options.out}}));
    }
    return interrupted() ? exitInterrupted : exitDone;
}

/// Whether it was imported from the file of a model.
bool isOnlyNetwork(const Run& run)
{
    const RunContents contents = contentsOf(run);
    return contents.isImported && contents.hasGraph && !contents.hasEvents && !contents.hasSteps &&
           !contents.hasCurves && !contents.hasEpochs;
}

int advise(const AdviseOptions& options)
{
    checkNamed(options.run, "advise");
    if (!options.measure &&
        (!options.out.empty() || options.json || !options.csv.empty() || options.time || options.force))
        throw UsageError(translated("--time, --out, --json, --csv and --force need --measure."));
    if (options.force && options.out.empty() && options.csv.empty())
        throw UsageError(translated("--force has no effect without --out or --csv."));
    const auto source = pathOfNamedRun(options.run, options.library);
    for (const std::string& written : {options.out, options.csv})
        refuseOverwriting(written, source);
    if (!options.out.empty() && options.out == options.csv)
        throw UsageError(translated("--out and --csv name the same file."));
    refuseOtherExtension("--out", options.out, "json");
    refuseOtherExtension("--csv", options.csv, "csv");
    for (const std::string& written : {options.out, options.csv})
        refuseExisting(written, options.force);
    const StoredRun stored = readNamedRun(options.run, options.library);
    if (options.measure)
        return measureChanges(stored, advise(stored.run, stored.environment), options);
    if (isOnlyNetwork(stored.run))
        throw Error(translated("{run} describes a network and has no recorded run, so there is nothing to "
                               "analyze.",
                               {{"run", options.run}}));
    printText(adviceText(stored.run, stored.environment));
    return exitDone;
}

} // namespace

Command makeAdviseCommand(CLI::App& program)
{
    auto* command = program.add_subcommand(
        "advise", translated("Explain a run's figures and, with --measure, test what helps"));
    auto options = std::make_shared<AdviseOptions>();
    command->add_option("run", options->run, translated("The run, or a trace of another profiler"))
        ->option_text("RUN");
    addLibraryOption(*command, options->library);
    command->add_flag("--measure", options->measure,
                      translated("Try the settings that the findings name and the usual ones, each in an A/B "
                                 "test, and keep those that are faster without a higher loss"));
    command->add_option("--time", options->time, translated("With --measure: seconds for all tests together"))
        ->check(numberRange(1, 1e6))
        ->option_text("SECONDS");
    command
        ->add_option("--out", options->out,
                     translated("With --measure: write the fastest experiment to this file, as JSON"))
        ->option_text("FILE");
    command->add_flag("--json", options->json, translated("With --measure: print the results as JSON"));
    command->add_option("--csv", options->csv, translated("With --measure: also write a CSV file"))
        ->option_text("FILE");
    command->add_flag("--force", options->force, translated("With --measure: replace existing files"));
    addCsvRawOption(*command, options->csvRaw);
    command->footer(helpExamples(
        {"stepscope advise RUN", "stepscope advise RUN --measure --time 300 --out fastest.json"}));
    return {command, [options] { return advise(*options); }};
}

} // namespace stepscope
