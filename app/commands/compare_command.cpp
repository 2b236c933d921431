#include "app/command.h"
#include "app/csv_option.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/files/csv.h"
#include "core/base/text/format_counted.h"
#include "core/comparison/verdict_words.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/setting_tables.h"
#include "core/language/translation.h"
#include "core/report/environment_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
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
        throw UsageError(fmt::format("{} is {}; allowed: a percentage from 0 to {}, as in {} 5%.", option,
                                     text, most, option));
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

/// Why two runs have no verdict: "both have fewer than 20 steps (6 and 5)".
std::string whyUnjudged(const RunComparison& run, const RunComparison& baseline)
{
    const auto least = DifferenceTest().minimumSamples;
    const std::string counted =
        run.imported && baseline.imported // all of their steps count
            ? ""
            : ", not counting the first of a training and those that measure the recorder's overhead";
    if (hasFewSteps(run) && hasFewSteps(baseline))
        return fmt::format("both have fewer than {} steps ({} and {}){}", least, countedSteps(run),
                           countedSteps(baseline), counted);
    if (!hasFewSteps(run) && !hasFewSteps(baseline))
        return "their times are not known";
    const auto& few = hasFewSteps(run) ? run : baseline;
    return fmt::format("{} has only {}, and {} are needed{}", few.name,
                       formatCounted(countedSteps(few), "step"), least, counted);
}

/// `why`: for times without a verdict.
GuardVerdict guard(const std::string& name, const std::optional<RatioEstimate>& time, const std::string& than,
                   double share, const std::string& why)
{
    if (!time || time->verdict == Verdict::TooFewSamples) {
        printError("{} cannot be compared with {}: {}.\n", name, than, why);
        return GuardVerdict::Unclear;
    }
    const auto& [low, high] = time->interval;
    const auto measured = fmt::format("{} takes {:.3f} times as long as {} (95 % interval {} to {})", name,
                                      time->ratio, than, ratioBoundText(low), ratioBoundText(high));
    if (time->verdict == Verdict::Slower && time->ratio > 1 + share) {
        printError("{}.\n", measured);
        return GuardVerdict::Slower;
    }
    if (high <= 1 + share)
        return GuardVerdict::Passed;
    printError("{}: too noisy to rule out {} more. {}\n", measured, thresholdText(share),
               translated("Repeat the runs on a quieter machine."));
    return GuardVerdict::Unclear;
}

/// Whether any run is slower than the baseline by more than the share. Returns the worst result of all runs.
/// Times are compared per image if images are known, so that runs of different batch sizes can be compared.
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
            throw Error(fmt::format("{} has operators with times to compare; `stepscope compare` without "
                                    "--operators compares the other figures.",
                                    runs.size() == 2 ? "Neither run" : "None of the runs"));
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
        throw UsageError("Name two or more runs as listed by `stepscope runs`: `stepscope compare A B`.");
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
    auto* command = program.add_subcommand("compare", "Compare runs with the first one named");
    auto options = std::make_shared<CompareOptions>();
    command->add_option("runs", options->runs, "Run names or the start of them, run files, or traces")
        ->option_text("RUN…");
    addLibraryOption(*command, options->library);
    auto* operators = command->add_flag(
        "--operators", options->operators,
        "Compare operators and kernels: per image, per step or in total, whichever all runs allow");
    command
        ->add_flag("--settings", options->settings,
                   "Compare the settings over their repeats: runs that differ only in their seed")
        ->excludes(operators);
    auto* csv = command->add_flag("--csv", options->csv, "Print CSV");
    addCsvRawOption(*command, options->csvRaw);
    auto* json = command->add_flag("--json", options->json, "Print JSON");
    auto* markdown =
        command->add_flag("--markdown", options->markdown, "Print a Markdown table; the default");
    csv->excludes(json, markdown);
    json->excludes(markdown);
    auto* failIfSlower =
        command
            ->add_option("--fail-if-slower", options->failIfSlower,
                         "End with exit code 3 if a run is slower than the first one by more than this")
            ->option_text("PERCENT");
    command
        ->add_flag("--fail-if-unclear", options->failIfUnclear,
                   "End with exit code 4 if runs are too noisy or too short to rule that out")
        ->needs(failIfSlower);
    command
        ->add_option("--same-within", options->sameWithin,
                     "Call runs the same if the whole interval is within this distance of 1; default: 5%")
        ->option_text("PERCENT");
    command->footer(
        "Examples:\n"
        "  stepscope compare before after\n"
        "  stepscope compare b1.stepscope b16.stepscope b64.stepscope --operators --csv\n"
        "  stepscope compare before after --fail-if-slower 5%\n"
        "\n"
        "A run is slower or faster if its ratio to the first one differs from 1 by more than 1 % and\n"
        "the 95 % interval of the ratio excludes 1. It is the same if the whole interval is within\n"
        "--same-within, and otherwise too noisy to tell. The interval includes the spread of the steps,\n"
        "the drift within the runs, differences in processor speed, the time to wake threads, and the\n"
        "largest slowdown that other programs can have caused. With three or more runs of each setting,\n"
        "the spread of these repeats decides. A run with fewer than 20 steps has no interval; its\n"
        "verdict is: too few steps.\n"
        "Exit codes: 0 done, 1 a file is damaged or no run has operators to compare, 2 wrong use,\n"
        "3 slower than --fail-if-slower allows, 4 with --fail-if-unclear: too noisy to tell.");
    return {command, [options] { return compare(*options); }};
}

} // namespace stepscope
