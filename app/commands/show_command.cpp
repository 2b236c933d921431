#include "app/command.h"
#include "app/options/help_examples.h"
#include "app/run_result.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/advise/advice_text.h"
#include "core/base/text/format.h"
#include "core/comparison/reference_loop.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"
#include "core/record/process/source_revision.h"
#include "core/run/run_figures.h"
#include "core/run/run_words.h"
#include "core/run/validation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

namespace stepscope {

namespace {

struct ShowOptions
{
    std::string run;
    std::string library;
    bool json = false;
    bool advice = false;
};

/// Prints an imported run's log, which describes its origin and content.
void printOrigin(const Run& run)
{
    for (const auto& entry : run.log)
        print("  {}\n", entry.text);
}

/// States that a time is the median, and the spread of the steps. Few steps have no percentiles.
std::string spreadText(const StepTimes& times)
{
    if (times.count == 1)
        return {};
    if (!times.hasPercentiles())
        return " " + translatedPlural("(median of {count} step)", "(median of {count} steps)", times.count,
                                      {{"count", formatCount(times.count)}});
    return " " + translated("(median; 5 % to 95 %: {low} to {high})",
                            {{"low", formatNs(times.p5Ns)}, {"high", formatNs(times.p95Ns)}});
}

/// Prints the number of points and the last point of each tag.
void printScalars(const Run& run)
{
    for (const auto* series : loggedScalars(run)) {
        if (!series->points.empty())
            print("  {}\n", translatedPlural("{tag}: {value} at step {step} ({count} point)",
                                             "{tag}: {value} at step {step} ({count} points)",
                                             int64_t(series->points.size()),
                                             {{"tag", visibleLine(series->tag)},
                                              {"value", fmt::format("{:g}", series->points.back().value)},
                                              {"step", formatCount(series->points.back().step)},
                                              {"count", formatCount(int64_t(series->points.size()))}}));
    }
}

void printParts(const std::vector<std::string>& parts)
{
    printText(fmt::format("  {}\n", fmt::join(parts, " · ")));
}

void printProgram(const Run& run, const Environment& environment)
{
    std::vector<std::string> parts = {visibleLine(run.experiment.network), translated("recorded program")};
    if (const auto batch = run.experiment.batchSize; batch > 0)
        parts.push_back(translated("batch size {size}", {{"size", formatCount(batch)}}));
    parts.push_back(outcomeWord(run.outcome));
    printParts(parts);
    const auto& program = environment.program;
    if (program.command.empty())
        return;
    print("  {}\n", translated("{command} in {folder}", {{"command", visibleLine(program.command)},
                                                         {"folder", visibleLine(program.folder)}}));
    if (!program.python.empty())
        print("  Python {}, PyTorch {}\n", visibleLine(program.python),
              visibleLine(environment.engine.version));
    if (!program.revision.empty())
        print("  {}\n", visibleLine(revisionText(program.revision)));
}

/// What the run's log warns of, such as a recording with gaps.
void printWarnings(const Run& run)
{
    constexpr int64_t most = 10;
    int64_t count = 0;
    for (const auto& entry : run.log) {
        if (entry.level == LogLevel::Warning && ++count <= most)
            print("  {}\n", translated("warning: {text}", {{"text", visibleLine(entry.text)}}));
    }
    if (count > most)
        print("  {}\n", translatedPlural("and {count} more warning in the run's log",
                                         "and {count} more warnings in the run's log", count - most,
                                         {{"count", formatCount(count - most)}}));
}

/// When the run was started, and its number of steps if that is known.
std::string startText(const Run& run, const TopFigures& figures)
{
    const auto steps = figures.steps.steps;
    const TextValues values = {{"time", formatLocalTimeWithZone(run.startUnixMs)},
                               {"count", formatCount(steps)}};
    if (steps == 0 && isImported(run))
        return translated("started {time}", values);
    return translatedPlural("started {time}, {count} step", "started {time}, {count} steps", steps, values);
}

void printRun(const StoredRun& stored, const TopFigures& figures)
{
    const auto& run = stored.run;
    print("{}\n", visibleLine(stored.label.name));
    if (isImported(run))
        printOrigin(run);
    else if (run.kind == RunKind::Program)
        printProgram(run, stored.environment);
    else if (run.experiment.batchSize > 0)
        printParts({run.experiment.network, run.experiment.dataset,
                    translated("batch size {size}", {{"size", formatCount(run.experiment.batchSize)}}),
                    run.experiment.device, outcomeWord(run.outcome)});
    else // the experiment cannot be read
        printParts({translated("experiment not known"), outcomeWord(run.outcome)});
    if (!run.failure.empty())
        print("  {}\n", run.failure);
    if (run.startUnixMs > 0)
        print("  {}\n", startText(run, figures));
    if (!isImported(run))
        printWarnings(run);
    printScalars(run);
    if (!stored.label.note.empty())
        print("  {}\n", stored.label.note);
    if (const auto& times = figures.steps.times; times.count > 0)
        print("  {}{}{}\n", translated("step {time}", {{"time", formatNs(times.medianNs)}}),
              spreadText(times),
              isImported(run) || figures.steps.imagesPerSecond <= 0.0
                  ? ""
                  : ", " + formatImagesPerSecond(figures.steps.imagesPerSecond));
    for (const auto& epoch : run.epochs) {
        const auto validation = validationAfter(run, epoch.lastStep);
        print("  {}\n",
              translated("epoch {epoch}: {result}",
                         {{"epoch", fmt::format("{}", epoch.epoch)},
                          {"result", validation ? validationText(*validation) + "; " + testLine(epoch)
                                                : testLine(epoch)}}));
    }
    if (const auto table = topOperatorsText(run, figures.operators); !table.empty())
        print("\n{}", table);
    if (const auto table = topKernelsText(run, figures.kernels); !table.empty())
        print("\n{}", table);
}

int show(const ShowOptions& options)
{
    checkNamed(options.run, "show");
    auto parts = options.advice ? RunFileParts() : withFewEvents();
    parts.samples = options.advice;
    parts.steps = options.advice;
    const auto stored = readNamedRun(options.run, options.library, parts);
    const auto figures = topFigures(stored.run);
    if (options.json)
        printJson(resultJson(stored.run, figures, {}));
    else
        printRun(stored, figures);
    if (!figures.problem.empty())
        printError("{}\n", figures.problem);
    if (options.advice)
        print("\n{}", adviceText(stored.run, stored.environment));
    return stored.problems.empty() && figures.problem.empty() ? exitDone : exitFailed;
}

} // namespace

Command makeShowCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("show", translated("Show a run or a trace"));
    auto options = std::make_shared<ShowOptions>();
    command
        ->add_option("run", options->run,
                     translated("Run name or the start of it, run file, or trace of another profiler"))
        ->option_text("RUN");
    addLibraryOption(*command, options->library);
    auto* json = command->add_flag("--json", options->json, translated("Print one JSON object"));
    command->add_flag("--advice", options->advice, translated("Explain the figures and suggest what to try"))
        ->excludes(json);
    command->footer(helpExamples(
        {"stepscope show 2026-11-21_08", "stepscope show results/best.stepscope --json",
         "stepscope show 2026-11-21_08 --advice"},
        translated("Exit codes: 0 done, 1 the file is damaged (what can be read is shown), 2 usage error.")));
    return {command, [options] { return show(*options); }};
}

} // namespace stepscope
