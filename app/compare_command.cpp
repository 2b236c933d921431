#include "app/command.h"
#include "app/stored_runs.h"
#include "core/exchange/comparison_tables.h"
#include "core/exchange/operator_comparison_tables.h"
#include "core/exchange/setting_tables.h"

#include <fmt/format.h>

#include <deque>
#include <memory>

namespace stepscope {

namespace {

constexpr int exitSlower = 3;

struct CompareOptions
{
    std::vector<std::string> runs;
    std::string library;
    std::string failIfSlower;
    bool operators = false;
    bool settings = false;
    bool csv = false;
    bool json = false;
    bool markdown = false;
};

/// "5%" as 0.05.
double shareOf(const std::string& text)
{
    size_t read = 0;
    double percent = -1;
    try {
        percent = std::stod(text, &read);
    } catch (const std::exception&) {
    }
    const auto rest = text.substr(read);
    if (!(percent >= 0 && percent <= 1000) || (!rest.empty() && rest != "%"))
        throw UsageError(fmt::format("--fail-if-slower is {}; allowed: a percentage from 0 to 1000, as in "
                                     "--fail-if-slower 5%.",
                                     text));
    return percent / 100;
}

bool isSlower(const std::string& name, const std::optional<RatioEstimate>& imageTime, const std::string& than,
              double share)
{
    if (!imageTime || imageTime->verdict != Verdict::Slower || imageTime->ratio <= 1 + share)
        return false;
    fmt::print(stderr, "{} takes {:.3f} times as long for an image as {} (95 % interval {:.3f} to {:.3f}).\n",
               name, imageTime->ratio, than, imageTime->interval.low, imageTime->interval.high);
    return true;
}

/// Whether a run is really slower than the baseline, by more than the share: image for image, so that runs of
/// different batch sizes can be compared. Where there are repeats enough, they are judged together.
bool anySlower(const Comparison& comparison, double share)
{
    bool slower = false;
    const auto settings = settingFigures(comparison);
    const SettingFigures& baseline = baselineSetting(settings, comparison);
    for (const auto& setting : settings) {
        if (isJudgedByRepeats(setting)) {
            slower = isSlower(setting.name, setting.imageTime, baseline.name, share) || slower;
            continue;
        }
        if (&setting == &baseline && setting.runs.size() >= fewestRepeats && settings.size() > 1)
            continue; // repeats of the baseline are not compared with each other
        for (const size_t index : setting.runs) {
            const RunComparison& run = comparison.runs[index];
            slower =
                isSlower(run.name, run.imageTime, comparison.runs[comparison.baseline].name, share) || slower;
        }
    }
    return slower;
}

void printTables(const CompareOptions& options, const std::vector<NamedRun>& runs,
                 const Comparison& comparison)
{
    if (options.operators) {
        const auto operators = compareOperators(runs, {.basis = OperatorBasis::PerImage});
        fmt::print("{}", options.csv    ? operatorComparisonCsv(operators)
                         : options.json ? operatorComparisonJson(operators)
                                        : operatorComparisonMarkdown(operators));
        return;
    }
    const auto settings = settingFigures(comparison);
    if (options.settings) {
        fmt::print("{}", options.csv    ? settingsCsv(settings)
                         : options.json ? jsonText(settingsJson(settings))
                                        : settingsMarkdown(settings));
        return;
    }
    fmt::print("{}", options.csv    ? comparisonCsv(comparison)
                     : options.json ? comparisonJson(comparison)
                                    : comparisonMarkdown(comparison));
    if (!options.csv && !options.json && hasRepeats(settings))
        fmt::print("\n{}", settingsMarkdown(settings));
}

int compare(const CompareOptions& options)
{
    if (options.runs.size() < 2)
        throw UsageError("Name two runs or more, as `stepscope runs` lists them: `stepscope compare A B`.");
    const bool guards = !options.failIfSlower.empty();
    const double share = guards ? shareOf(options.failIfSlower) : 0;
    std::deque<StoredRun> stored;
    std::vector<NamedRun> runs;
    bool damaged = false;
    for (const auto& name : options.runs) {
        const auto& read = stored.emplace_back(readNamedRun(name, options.library));
        damaged = damaged || !read.problems.empty();
        runs.push_back({&read.run, read.label.name});
    }
    const auto comparison = compareRuns(runs);
    printTables(options, runs, comparison);
    if (guards && anySlower(comparison, share))
        return exitSlower;
    return damaged ? exitFailed : exitDone;
}

} // namespace

Command makeCompareCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("compare", "Compare runs with the first one named");
    auto options = std::make_shared<CompareOptions>();
    command->add_option("runs", options->runs, "Names of runs, the beginnings of them, run files, or traces")
        ->option_text("RUN…");
    addLibraryOption(*command, options->library);
    auto* operators =
        command->add_flag("--operators", options->operators, "Compare the operators, image for image");
    command
        ->add_flag("--settings", options->settings,
                   "Compare the settings over their repeats: runs that differ in their seed alone")
        ->excludes(operators);
    auto* csv = command->add_flag("--csv", options->csv, "Print CSV");
    auto* json = command->add_flag("--json", options->json, "Print JSON");
    auto* markdown =
        command->add_flag("--markdown", options->markdown, "Print a Markdown table; the default");
    csv->excludes(json, markdown);
    json->excludes(markdown);
    command
        ->add_option("--fail-if-slower", options->failIfSlower,
                     "End with exit code 3 when a run is really slower than the first one, by more than this")
        ->option_text("PERCENT");
    command->footer(
        "Examples:\n"
        "  stepscope compare before after\n"
        "  stepscope compare b1.stepscope b16.stepscope b64.stepscope --operators --csv\n"
        "  stepscope compare before after --fail-if-slower 5%\n"
        "\n"
        "A difference counts as real when its 95 % bootstrap interval over the steps leaves out 1; with\n"
        "three runs or more of each setting, the interval over these repeats decides. Exit codes:\n"
        "0 done, 1 a file is damaged, 2 wrong use, 3 slower than --fail-if-slower allows.");
    return {command, [options] { return compare(*options); }};
}

} // namespace stepscope
