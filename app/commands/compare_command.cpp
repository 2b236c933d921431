#include "app/command.h"
#include "app/options/csv_option.h"
#include "app/options/help_examples.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/setting_tables.h"
#include "core/language/translation.h"
#include "core/report/environment_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>

namespace stepscope {

namespace {

constexpr int exitSlower = 3;
constexpr int exitUnclear = 4;

struct CompareOptions
{
    std::vector<std::string> runs;
    std::string library;
    std::string failIfSlower;
    std::string sameWithin;
    bool failIfUnclear = false;
    bool operators = false;
    bool settings = false;
    bool csv = false;
    bool json = false;
    bool markdown = false;
    bool csvRaw = false;
};

/// "5%" as 0.05, from 0 to `most` percent.
double shareOf(const char* option, const std::string& text, double most)
{
    size_t read = 0;
    double percent = -1;
    try {
        percent = std::stod(text, &read);
    } catch (const std::exception&) {
    }
    const auto rest = text.substr(read);
    if (!(percent >= 0 && percent <= most) || (!rest.empty() && rest != "%"))
        throw UsageError(
            translated("{option} is {value}; allowed: a percentage from 0 to {most}, as in {option} 5%.",
                       {{"option", option}, {"value", text}, {"most", fmt::format("{}", most)}}));
    return percent / 100;
}

/// The steps that a comparison uses: of a training, without the first and those that measure the recorder.
int64_t countedSteps(const RunComparison& run)
{
    return run.stepTimes ? run.stepTimes->count : 0;
}

/// The guard's result for a run, or for a setting's repeats.
enum class GuardVerdict { Passed, Unclear, Slower };

/// A run has no interval below this number of steps.
bool hasFewSteps(const RunComparison& run)
{
    return countedSteps(run) < int64_t(DifferenceTest().minimumSamples);
}

std::string leastSteps()
{
    return std::to_string(DifferenceTest().minimumSamples);
}

std::string bothHaveFewSteps(const RunComparison& run, const RunComparison& baseline)
{
    return translated("both have fewer than {least} steps ({steps} and {baselineSteps})",
                      {{"least", leastSteps()},
                       {"steps", std::to_string(countedSteps(run))},
                       {"baselineSteps", std::to_string(countedSteps(baseline))}});
}

std::string hasOnlyFewSteps(const RunComparison& run)
{
    const auto steps = countedSteps(run);
    return translatedPlural("{run} has only {count} step, and {least} are needed",
                            "{run} has only {count} steps, and {least} are needed", steps,
                            {{"run", run.name}, {"count", formatCount(steps)}, {"least", leastSteps()}});
}

/// Why two runs have no verdict: "both have fewer than 20 steps (6 and 5)".
std::string whyUnjudged(const RunComparison& run, const RunComparison& baseline)
{
    if (areOtherSamples(run.sampleShape, baseline.sampleShape))
        return translated("their samples have different sizes ({samples} and {baselineSamples})",
                          {{"samples", sampleShapeText(run.sampleShape)},
                           {"baselineSamples", sampleShapeText(baseline.sampleShape)}});
    if (!hasFewSteps(run) && !hasFewSteps(baseline))
        return translated("their times are not known");
    const auto reason = hasFewSteps(run) && hasFewSteps(baseline)
                            ? bothHaveFewSteps(run, baseline)
                            : hasOnlyFewSteps(hasFewSteps(run) ? run : baseline);
    if (run.imported && baseline.imported) // all of their steps count
        return reason;
    return translated(
        "{reason}, not counting the first of a training run and those that measure the recorder's cost",
        {{"reason", reason}});
}

/// `why`: for times without a verdict.
GuardVerdict guard(const std::string& name, const std::optional<RatioEstimate>& time, const std::string& than,
                   double share, const std::string& why)
{
    if (!time || time->verdict == Verdict::TooFewSamples || time->verdict == Verdict::OtherSamples) {
        printError("{}\n", translated("{run} cannot be compared with {other}: {reason}.",
                                      {{"run", name}, {"other", than}, {"reason", why}}));
        return GuardVerdict::Unclear;
    }
    const auto& [low, high] = time->interval;
    const auto measured =
        translated("{run} takes {ratio} times as long as {other} (95 % interval {low} to {high})",
                   {{"run", name},
                    {"ratio", fmt::format("{:.3f}", time->ratio)},
                    {"other", than},
                    {"low", ratioBoundText(low)},
                    {"high", ratioBoundText(high)}});
    if (time->verdict == Verdict::Slower && time->ratio > 1 + share) {
        printError("{}.\n", measured);
        return GuardVerdict::Slower;
    }
    if (high <= 1 + share)
        return GuardVerdict::Passed;
    printError("{} {}\n",
               translated("{measured}: too noisy to rule out a slowdown of more than {share}.",
                          {{"measured", measured}, {"share", thresholdText(share)}}),
               translated("Repeat the runs on a quieter machine."));
    return GuardVerdict::Unclear;
}

/// Whether any run is slower than the baseline by more than the share. Returns the worst result of all runs.
/// Times are compared per sample if samples are known, so that runs of different batch sizes can be compared.
/// If there are enough repeats, they are judged together.
GuardVerdict guardAll(const Comparison& comparison, double share)
{
    auto worst = GuardVerdict::Passed;
    const auto settings = settingFigures(comparison);
    const SettingFigures& baseline = baselineSetting(settings, comparison);
    for (const auto& setting : settings) {
        if (isJudgedByRepeats(setting)) {
            worst = std::max(worst, guard(setting.name, setting.imageTime, baseline.name, share, {}));
            continue;
        }
        if (&setting == &baseline && setting.runs.size() >= fewestRepeats && settings.size() > 1)
            continue; // repeats of the baseline are not compared with each other
        for (const size_t index : setting.runs) {
            const RunComparison& run = comparison.runs[index];
            const RunComparison& other = comparison.runs[comparison.baseline];
            if (index != comparison.baseline)
                worst = std::max(
                    worst, guard(run.name, run.judgedTime(), other.name, share, whyUnjudged(run, other)));
        }
    }
    return worst;
}

void printTables(const CompareOptions& options, const std::vector<NamedRun>& runs,
                 const Comparison& comparison)
{
    const auto write = options.json ? printJson : printData;
    if (options.operators) {
        const auto operators = compareOperators(runs, {.test = comparison.test});
        if (operators.isEmpty())
            throw Error(runs.size() == 2
                            ? translated("Neither run has operators with times to compare; `stepscope "
                                         "compare` without --operators compares the other figures.")
                            : translated("None of the runs has operators with times to compare; `stepscope "
                                         "compare` without --operators compares the other figures."));
        write(options.csv    ? operatorComparisonCsv(operators)
              : options.json ? operatorComparisonJson(operators)
                             : operatorComparisonMarkdown(operators));
        return;
    }
    const auto settings = settingFigures(comparison);
    if (options.settings) {
        write(options.csv    ? settingsCsv(settings)
              : options.json ? jsonText(settingsJson(settings))
                             : settingsMarkdown(settings));
        for (const auto& note : {otherSamplesText(comparison), otherEpochsText(comparison)}) {
            if (!note.empty() && !options.csv && !options.json)
                printData("\n" + note + "\n");
        }
        return;
    }
    write(options.csv    ? comparisonCsv(comparison)
          : options.json ? comparisonJson(comparison)
                         : comparisonMarkdown(comparison));
    if (!options.csv && !options.json && hasRepeats(settings))
        printData("\n" + settingsMarkdown(settings));
}

/// What distinguishes the machines and the software of the runs, for readers.
void printEnvironmentDifferences(const std::deque<StoredRun>& stored, const std::vector<NamedRun>& runs)
{
    std::vector<const StoredRun*> read;
    std::vector<std::string> names;
    for (size_t i = 0; i < runs.size(); ++i) {
        read.push_back(&stored[i]);
        names.push_back(runs[i].name);
    }
    if (const auto text = environmentDifferencesMarkdown(read, names); !text.empty())
        printData("\n" + text);
}

int compare(const CompareOptions& options)
{
    if (options.runs.size() < 2)
        throw UsageError(
            translated("Specify two or more runs as listed by `stepscope runs`: `stepscope compare A B`."));
    const bool guards = !options.failIfSlower.empty();
    const double share = guards ? shareOf("--fail-if-slower", options.failIfSlower, 1000) : 0;
    DifferenceTest test;
    if (!options.sameWithin.empty())
        test.sameWithin = shareOf("--same-within", options.sameWithin, 100);
    std::deque<StoredRun> stored;
    std::vector<NamedRun> runs;
    bool damaged = false;
    const RunFileParts parts{.eventBytes = eventMemoryOfEach(options.runs.size())};
    for (const auto& name : options.runs) {
        const auto& read = stored.emplace_back(readNamedRun(name, options.library, parts));
        damaged = damaged || !read.problems.empty();
        runs.push_back({&read.run, read.label.name});
    }
    const auto comparison = compareRuns(runs, {.test = test});
    if (const auto note = sameRunsText(comparison); !note.empty())
        printError("{}\n", note);
    const RawCsvTexts raw(options.csvRaw);
    printTables(options, runs, comparison);
    if (!options.csv && !options.json)
        printEnvironmentDifferences(stored, runs);
    const auto guarded = guards ? guardAll(comparison, share) : GuardVerdict::Passed;
    if (guarded == GuardVerdict::Slower)
        return exitSlower;
    if (guarded == GuardVerdict::Unclear && options.failIfUnclear)
        return exitUnclear;
    return damaged ? exitFailed : exitDone;
}

} // namespace

Command makeCompareCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("compare", translated("Compare runs with the first one given"));
    auto options = std::make_shared<CompareOptions>();
    const DifferenceTest test;
    command
        ->add_option("runs", options->runs,
                     translated("Run names or the start of them, run files, or traces"))
        ->option_text("RUN…");
    addLibraryOption(*command, options->library);
    auto* operators = command->add_flag(
        "--operators", options->operators,
        translated(
            "Compare operators and kernels: per sample, per step or in total, whichever all runs allow"));
    command
        ->add_flag("--settings", options->settings,
                   translated("Compare the settings over their repeats: runs that differ only in their seed"))
        ->excludes(operators);
    auto* csv = command->add_flag("--csv", options->csv, translated("Print CSV"));
    addCsvRawOption(*command, options->csvRaw);
    auto* json = command->add_flag("--json", options->json, translated("Print JSON"));
    auto* markdown =
        command->add_flag("--markdown", options->markdown, translated("Print a Markdown table; the default"));
    csv->excludes(json, markdown);
    json->excludes(markdown);
    auto* failIfSlower =
        command
            ->add_option(
                "--fail-if-slower", options->failIfSlower,
                translated("Exit with code 3 if a run is slower than the first one by more than this"))
            ->option_text("PERCENT");
    command
        ->add_flag("--fail-if-unclear", options->failIfUnclear,
                   translated("Exit with code 4 if runs are too noisy or too short to rule that out"))
        ->needs(failIfSlower);
    command
        ->add_option(
            "--same-within", options->sameWithin,
            translated(
                "Treat runs as the same if the whole interval is within this distance of 1; default: {share}",
                {{"share", fmt::format("{:g}%", 100 * test.sameWithin)}}))
        ->option_text("PERCENT");
    command->footer(helpExamples(
        {"stepscope compare before after",
         "stepscope compare b1.stepscope b16.stepscope b64.stepscope --operators --csv",
         "stepscope compare before after --fail-if-slower 5%"},
        translated(
            "A run is slower or faster if its ratio to the first one differs from 1 by more than {effect} "
            "and\nthe 95 % interval of the ratio excludes 1. It is the same if the whole interval is "
            "within\n--same-within, and otherwise too noisy to tell. The interval includes the spread "
            "of the steps,\nthe drift within the runs, differences in processor speed, the time to "
            "wake threads, and the\nlargest slowdown that other programs can have caused. With three "
            "or more runs of each setting,\nthe spread of these repeats decides. A run with fewer "
            "than {steps} steps has no interval; its\nverdict is: too few steps.",
            {{"effect", thresholdText(test.minimumEffect)},
             {"steps", formatCount(int64_t(test.minimumSamples))}}) +
            "\n" +
            translated("Exit codes: 0 done, 1 a file is damaged or no run has operators to compare, 2 usage "
                       "error,\n3 slower than --fail-if-slower allows, 4 with --fail-if-unclear: too noisy "
                       "to tell.")));
    return {command, [options] { return compare(*options); }};
}

} // namespace stepscope
