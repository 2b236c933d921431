#include "app/command.h"
#include "app/options/csv_option.h"
#include "app/options/help_examples.h"
#include "app/options/option_values.h"
#include "app/output_files.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/base/text/format.h"
#include "core/engine/engine.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/language/translation.h"
#include "core/operator_bench/operator_bench_table.h"
#include "core/trace/operators/operator_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace stepscope {

namespace {

struct BenchOptions
{
    std::vector<std::string> words;
    std::vector<std::string> ranges;
    std::vector<std::string> devices{"cpu"};
    std::vector<int64_t> threads{0};
    std::vector<std::string> dataTypes{"float32"};
    std::vector<std::string> layouts{operatorBenchLayouts().front()};
    double seconds = 1.0;
    std::string run;
    std::string library;
    std::optional<int> top; ///< of the calls of a run
    bool json = false;
    std::string csv;
    bool force = false;
    bool csvRaw = false;
};

OperatorCall typedCall(const BenchOptions& options)
{
    try {
        return operatorCall(options.words);
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
}

/// Throws UsageError for a range that does not fit the call.
std::vector<OperatorCall> inAllSizes(const OperatorCall& call, const std::vector<std::string>& ranges)
{
    try {
        return callsInAllSizes(call, ranges);
    } catch (const Error& error) {
        throw UsageError("--range: " + std::string(error.what()));
    }
}

/// The calls of an operator in a run, one for each combination of shapes, those that took longest first.
std::vector<OperatorCall> callsInRun(const BenchOptions& options)
{
    const OperatorCall wanted = typedCall(options);
    const bool hasTensors = std::ranges::any_of(
        wanted.arguments, [](const TypedArgument& argument) { return argument.name.empty(); });
    if (hasTensors || !options.ranges.empty())
        throw UsageError(translated("With --run, omit the shapes: those of the run are measured."));
    const StoredRun stored = readNamedRun(options.run, options.library);
    const Trace& trace = stored.run.trace;
    const auto statistics = operatorStatistics(trace, OperatorGrouping::ByOperatorAndShape);
    std::vector<const OperatorRow*> rows;
    for (const OperatorRow& row : statistics.rows)
        if (operatorRowName(statistics, row, trace) == wanted.name && row.shape != noShape)
            rows.push_back(&row);
    std::ranges::stable_sort(rows, std::greater(), &OperatorRow::totalNs);
    std::vector<OperatorCall> calls;
    for (const OperatorRow* row : rows) {
        auto call = recordedCall(wanted.name, trace.shapes[row->shape]);
        if (!call)
            continue;
        for (const TypedArgument& argument : wanted.arguments)
            call->set(argument);
        if (std::ranges::find(calls, *call) == calls.end())
            calls.push_back(std::move(*call));
    }
    if (calls.empty())
        throw Error(translated("{run} has no calls of {name} with recorded shapes.",
                               {{"run", options.run}, {"name", wanted.name}}));
    constexpr int usualTop = 5;
    calls.resize(std::min(calls.size(), size_t(options.top.value_or(usualTop))));
    return calls;
}

std::vector<OperatorBenchSettings> allSettings(const BenchOptions& options)
{
    std::vector<OperatorBenchSettings> all;
    for (const std::string& device : options.devices)
        for (const int64_t threads : options.threads)
            for (const std::string& type : options.dataTypes)
                for (const std::string& layout : options.layouts)
                    all.push_back({.device = device,
                                   .threads = threads,
                                   .dataType = type,
                                   .isChannelsLast = layout == operatorBenchLayouts().back(),
                                   .seconds = options.seconds});
    return all;
}

/// What distinguishes a row, as far as there are several.
std::string titleOf(const OperatorBenchResult& result, const BenchOptions& options)
{
    std::string title = result.call.text();
    if (options.devices.size() > 1)
        title += ", " + result.settings.device;
    if (options.threads.size() > 1)
        title += ", " + translatedPlural("{count} thread", "{count} threads", result.times.threads,
                                         {{"count", formatCount(result.times.threads)}});
    if (options.dataTypes.size() > 1)
        title += ", " + result.settings.dataType;
    if (options.layouts.size() > 1)
        title += ", " + layoutName(result.settings);
    return title;
}

void printTable(const std::vector<OperatorBenchResult>& results, const BenchOptions& options)
{
    using enum TextTable::Align;
    size_t widest = 0;
    for (const OperatorBenchResult& result : results)
        widest = std::max(widest, titleOf(result, options).size());
    const auto figures = operatorBenchColumns();
    std::vector<TextTable::Column> columns{{translated("Call"), Left, std::min<size_t>(widest, 60)}};
    for (const OperatorBenchColumn& figure : figures)
        columns.push_back({figure.title, Right, figure.width});
    TextTable table("", columns);
    for (const OperatorBenchResult& result : results) {
        std::vector<std::string> cells{titleOf(result, options)};
        for (const OperatorBenchColumn& figure : figures)
            cells.push_back(figure.text(result));
        table.add(cells);
    }
    printText(table.text());
}

/// What the table cannot say.
void printNotes(const std::vector<OperatorBenchResult>& results, const BenchOptions& options)
{
    const OperatorBenchResult& first = results.front();
    printText("\n");
    if (options.devices.size() == 1 && options.threads.size() == 1)
        print("{}\n", translatedPlural(
                          "Measured on {device} with {count} thread.",
                          "Measured on {device} with {count} threads.", first.times.threads,
                          {{"device", first.settings.device}, {"count", formatCount(first.times.threads)}}));
    for (const std::string& note : operatorBenchNotes(results))
        print("{}\n", note);
}

/// Throws UsageError for a text that is not the name of a device; whether there is one, the engine knows.
void refuseOtherDevices(const BenchOptions& options)
{
    try {
        Experiment scratch;
        for (const std::string& device : options.devices)
            setField(scratch, *findExperimentField("device"), device, "--device");
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
}

int benchOperator(const BenchOptions& options)
{
    if (options.words.empty())
        throw UsageError(translated("Specify an operator and the shapes of its tensors, as in `stepscope "
                                    "bench-op mm 500x500 500x500`."));
    if (options.run.empty() && options.top)
        throw UsageError(translated("--top needs --run: it chooses among the shapes of a run."));
    refuseOtherDevices(options);
    refuseOtherExtension("--csv", options.csv, "csv");
    refuseExisting(options.csv, options.force);
    const RawCsvTexts raw(options.csvRaw);
    const auto calls =
        options.run.empty() ? inAllSizes(typedCall(options), options.ranges) : callsInRun(options);
    checkFileWritable(options.csv);
    const auto engine = loadEngine();
    noteInterruptions();
    std::vector<OperatorBenchResult> results;
    std::vector<std::string> failures;
    for (const OperatorCall& call : calls) {
        for (const OperatorBenchSettings& settings : allSettings(options)) {
            try {
                results.push_back(operatorBenchResult(call, settings,
                                                      engine->measureOperator(call, settings, interrupted)));
            } catch (const Error& error) {
                if (options.run.empty() && dynamic_cast<const UsageError*>(&error))
                    throw; // the others would fail, too
                if (interrupted())
                    return exitInterrupted;
                if (std::ranges::find(failures, error.what()) == failures.end())
                    failures.emplace_back(error.what());
            }
        }
    }
    if (options.json) {
        printJson(operatorBenchJson(results));
    } else if (!results.empty()) {
        printTable(results, options);
        printNotes(results, options);
    }
    if (!options.csv.empty() && !results.empty())
        writeFileAtomically(options.csv, operatorBenchCsv(results));
    for (const std::string& failure : failures)
        printError("stepscope: {}\n", failure);
    return failures.empty() ? exitDone : exitFailed;
}

void addOptions(CLI::App& command, BenchOptions& options)
{
    command
        .add_option(
            "call", options.words,
            translated("An operator of LibTorch and its arguments: a tensor as its shape, such as "
                       "64x1x28x28 or 64x10:bfloat16 (64:int10: integers from 0 to 9), several joined "
                       "by +, and other values as NAME=VALUE, such as stride=2,2"))
        ->option_text("OPERATOR ARGUMENT…");
    oneAtATime(command.add_option("--range", options.ranges,
                                  translated("Sizes for a capital letter among the dimensions, such as "
                                             "N=100,200,500; repeat it for each letter")))
        ->option_text("N=SIZES");
    addListOption(command, "--device", options.devices, translated("Devices to measure on"))
        ->option_text("NAME,…");
    addListOption(command, "--threads", options.threads,
                  translated("Threads per call, such as 1,2,4; 0: one per processor"), CLI::Range(0, 4096))
        ->option_text("N,…");
    addListOption(command, "--dtype", options.dataTypes, translated("Types of the tensors' elements"),
                  oneOf(operatorBenchDataTypes()))
        ->option_text("NAME,…");
    addListOption(command, "--layout", options.layouts,
                  translated("Memory layouts of tensors with four dimensions"), oneOf(operatorBenchLayouts()))
        ->option_text("NAME,…");
    command.add_option("--seconds", options.seconds, translated("Seconds of measured calls for each row"))
        ->check(numberRange(0.01, 3600))
        ->option_text("X");
    auto* runOption = command.add_option(
        "--run", options.run,
        translated("Measure the operator with the shapes that were recorded in this run or trace"));
    runOption->option_text("RUN");
    command
        .add_option("--top", options.top,
                    translated("With --run: number of shapes to measure, those that took longest"))
        ->check(CLI::Range(1, 1000))
        ->option_text("N");
    addLibraryOption(command, options.library)->needs(runOption);
    command.add_flag("--json", options.json, translated("Print a JSON array"));
    auto* csvOption =
        command.add_option("--csv", options.csv, translated("Also write a CSV file"))->option_text("FILE");
    command.add_flag("--force", options.force, translated("Replace an existing file"))->needs(csvOption);
    addCsvRawOption(command, options.csvRaw);
}

} // namespace

Command makeBenchOpCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("bench-op", translated("Measure one operator alone"));
    auto options = std::make_shared<BenchOptions>();
    addOptions(*command, *options);
    command->footer(helpExamples({"stepscope bench-op mm 500x500 500x500",
                                  "stepscope bench-op mm NxN NxN --range N=100,200,500,1000 --threads 1,2",
                                  "stepscope bench-op conv2d 64x1x28x28 32x1x3x3 stride=1,1 --layout "
                                  "contiguous,channels-last",
                                  "stepscope bench-op conv2d --run RUN"}));
    return {command, [options] { return benchOperator(*options); }};
}

} // namespace stepscope
