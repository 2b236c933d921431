#include "app/command.h"
#include "app/experiment_options.h"
#include "app/options/csv_option.h"
#include "app/options/help_examples.h"
#include "app/options/option_values.h"
#include "app/output_files.h"
#include "app/progress_display.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "app/training.h"
#include "core/ab_test/ab_text.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/base/interruption.h"
#include "core/base/text/format.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stepscope {

namespace {

struct AbOptions
{
    std::string experimentFile;
    ExperimentOptions experiment;
    std::vector<std::string> changes;
    std::string run;
    std::string library;
    double time = 60.0;
    double within = 1.0; ///< percent
    bool json = false;
    std::string csv;
    bool force = false;
    bool csvRaw = false;
};

const ExperimentField& namedField(std::string_view name)
{
    if (const ExperimentField* const field = findNamedField(name))
        return *field;
    throw UsageError(unknownFieldText(name));
}

Experiment changed(const Experiment& experiment, const std::vector<std::string>& changes)
{
    if (changes.empty())
        throw UsageError(translated(
            "Specify what is different in B, as in --change batch-size=128 or --change onednn=false."));
    std::vector<FieldText> texts;
    for (const std::string& change : changes) {
        const auto equals = change.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError(translated("--change is {value}; expected a setting and its value, as in "
                                        "--change threads=1.",
                                        {{"value", change}}));
        const auto name = std::string_view(change).substr(0, equals);
        const ExperimentField& field = namedField(name);
        if (std::ranges::find(texts, &field, &FieldText::field) != texts.end())
            throw UsageError(translated("--change names {setting} twice.", {{"setting", std::string(name)}}));
        texts.push_back({.field = &field, .text = change.substr(equals + 1), .calledAs = name});
    }
    Experiment b = experiment;
    try {
        setFields(b, texts);
        b = withAbsolutePaths(std::move(b));
        validate(b, FieldNaming::Option);
        checkAbTest({.a = experiment, .b = b});
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
    if (meanTheSame(b, experiment))
        throw UsageError(translated("A and B are the same: --change names the values that A has."));
    if (const auto sentence = whyTheSame({.a = experiment, .b = b}); !sentence.empty())
        throw UsageError(sentence);
    for (const FieldText& given : texts) {
        const auto option = fmt::format("--change {}", given.calledAs);
        const std::string key(given.field->key);
        if (const auto reason = whyNotCompared(*given.field); !reason.empty())
            throw UsageError(withoutEffectText(option, reason));
        if (!usesField(experiment, key) && !usesField(b, key))
            throw UsageError(unusedText(option, key));
    }
    if (experimentForTest(b) == experimentForTest(experiment))
        throw UsageError(
            translated("--change names only settings that have no effect in an A/B test: A and B train "
                       "until the test ends, without the profiler."));
    return b;
}

Experiment experimentOfRun(const AbOptions& options)
{
    // Only the settings are needed, so a note about events that are not in memory would be of no use.
    const StoredRun stored =
        readNamedRun(options.run, options.library,
                     {.eventBytes = 0, .onlyAllEvents = true, .steps = false, .samples = false});
    if (!isWhollyKnown(stored.run.experiment))
        throw UsageError(translated("{run} was not trained by Stepscope, so its settings cannot be trained.",
                                    {{"run", options.run}}));
    return stored.run.experiment;
}

Experiment baseline(const AbOptions& options)
{
    const auto ofRun = options.run.empty() ? std::nullopt : std::optional(experimentOfRun(options));
    try {
        return ofRun ? options.experiment.experiment(*ofRun)
                     : options.experiment.experiment(options.experimentFile);
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
}

void printTable(const AbTest& test, const AbResult& result)
{
    using enum TextTable::Align;
    const AbNames names = abNames(test);
    const size_t width = std::max(names.a.size(), names.b.size());
    TextTable table("", {{translated("Experiment"), Left, std::min<size_t>(width, 70)},
                         {translated("Steps"), Right, 8},
                         {translated("Median step"), Right, 11},
                         {translated("Mean speed"), Right, 18}});
    const auto add = [&](const std::string& name, const AbSide& side) {
        table.add({name, formatCount(side.steps), formatNs(side.stepNs),
                   formatImagesPerSecond(side.imagesPerSecond)});
    };
    add(names.a, result.a);
    add(names.b, result.b);
    printText(table.text());
}

int test(const AbOptions& options)
{
    AbTest test{.a = baseline(options), .b = {}, .seconds = options.time, .precision = options.within / 100};
    options.experiment.refuseWithoutEffect([](const ExperimentField& field) {
        return mattersInTest(field) ? std::string() : whyNotCompared(field);
    });
    std::string notice;
    if (options.run.empty() && !options.experiment.namesDataSet(options.experimentFile))
        notice = useDataSetThatIsThere(test.a);
    test.b = changed(test.a, options.changes);
    options.experiment.refuseUnused(
        [&](std::string_view key) { return usesField(test.a, key) || usesField(test.b, key); });
    refuseMissingFiles(test.a);
    refuseMissingFiles(test.b);
    options.experiment.trustModelOf(test.b);
    refuseLargeBatch(test.a);
    refuseLargeBatch(test.b);
    refuseOverwriting(options.csv, options.experimentFile);
    refuseOtherExtension("--csv", options.csv, "csv");
    refuseExisting(options.csv, options.force);
    checkFileWritable(options.csv);
    for (const auto& sentence : {notice, busyWarning(machineEnvironment())}) {
        if (!sentence.empty())
            printError("{}\n", sentence);
    }
    noteInterruptions();
    ProgressDisplay display;
    const AbContext context{
        .engine = loadEngine, .stopRequested = interrupted, .tell = [&](const AbResult& soFar) {
            display.showLine(abSpeedText(soFar.time), soFar.seconds / test.seconds);
        }};
    const AbResult result = runAbTest(test, context);
    display.clear();
    const RawCsvTexts raw(options.csvRaw);
    const NamedAbResult named[] = {{test, result}};
    if (options.json) {
        printJson(abJson(named));
    } else if (result.pairs() > 0) {
        printTable(test, result);
        print("\n{}\n{}\n{}\n", abTimeSentence(result), abLossSentence(result.loss),
              abEndingSentence(result));
    } else {
        print("{}\n", abEndingSentence(result));
    }
    if (!options.csv.empty())
        writeFileAtomically(options.csv, abCsv(named));
    return result.ending == AbEnding::Stopped ? exitInterrupted : exitDone;
}

} // namespace

Command makeAbCommand(CLI::App& program)
{
    auto* command =
        program.add_subcommand("ab", translated("Measure which of two settings trains faster (an A/B test)"));
    auto options = std::make_shared<AbOptions>();
    command
        ->add_option("experiment", options->experimentFile,
                     translated("JSON file with experiment A; options override its values"))
        ->option_text("FILE");
    oneAtATime(command->add_option("--change", options->changes,
                                   translated("A setting of B and its value, as in batch-size=128;\n"
                                              "repeat it for several")))
        ->option_text("SETTING=VALUE");
    auto* runOption = command->add_option(
        "--run", options->run, translated("Use the settings of this run as A; options override them"));
    runOption->option_text("RUN")->excludes(command->get_option("experiment"));
    addLibraryOption(*command, options->library)->needs(runOption);
    command
        ->add_option(
            "--time", options->time,
            translated("Stop after this many seconds, whatever the precision; steps that have begun are "
                       "completed, at least one of each experiment"))
        ->check(numberRange(1, 1e6))
        ->capture_default_str()
        ->option_text("SECONDS");
    command
        ->add_option("--within", options->within,
                     translated("Stop when the speed is known to within this many percent"))
        ->check(numberRange(0.01, 100))
        ->capture_default_str()
        ->option_text("PERCENT");
    command->add_flag("--json", options->json, translated("Print the result as JSON"));
    auto* csvOption =
        command->add_option("--csv", options->csv, translated("Also write a CSV file"))->option_text("FILE");
    command->add_flag("--force", options->force, translated("Replace an existing file"))->needs(csvOption);
    addCsvRawOption(*command, options->csvRaw);
    options->experiment.addTo(*command);
    command->footer(
        helpExamples({"stepscope ab --change channels-last=true",
                      "stepscope ab --network resnet18 --dataset cifar-10 --change batch-size=128",
                      "stepscope ab --run RUN --change threads=1 --time 30"}));
    return {command, [options] { return test(*options); }};
}

} // namespace stepscope
