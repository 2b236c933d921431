#include "app/command.h"
#include "app/graph_progress.h"
#include "app/options/csv_option.h"
#include "app/options/help_examples.h"
#include "app/options/option_values.h"
#include "app/output_files.h"
#include "app/picture_export.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv.h"
#include "core/base/files/temporary_folder.h"
#include "core/comparison/operator_peak.h"
#include "core/comparison/reference_loop.h"
#include "core/exchange/call_tree_text.h"
#include "core/exchange/callgrind_text.h"
#include "core/exchange/chrome_trace.h"
#include "core/exchange/environment_text.h"
#include "core/exchange/kernel_tables.h"
#include "core/exchange/plain_table.h"
#include "core/exchange/pprof_profile.h"
#include "core/exchange/rank_tables.h"
#include "core/exchange/report.h"
#include "core/exchange/run_tables.h"
#include "core/exchange/speedscope_json.h"
#include "core/exchange/step_tables.h"
#include "core/exchange/tensorboard_events.h"
#include "core/experiment/experiment_json.h"
#include "core/graph/graph_dot.h"
#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_contents.h"
#include "core/run/run_figures.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/trace_pieces.h"
#include "core/trace/calls/call_tree_builder.h"

#ifdef STEPSCOPE_GUI
#include "ui/pictures/picture_painter.h"
#endif

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <utility>

namespace stepscope {

namespace {

struct ExportOptions
{
    std::string run;
    std::string library;
    std::string what;
    std::string format;
    std::string columns;
    std::string out;
    bool force = false;
    bool csvRaw = false;
    PictureChoice picture;
    std::string pictures; ///< in the folder: one of folderPictures; empty: the first
};

/// Which pictures the folder gets; the first is the default.
constexpr std::array<std::string_view, 2> folderPictures{"charts", "all"};

/// One thing of a run, as the text of a file.
struct Part
{
    const char* name;
    std::string (*text)(const StoredRun& stored) = nullptr; ///< null: `write` writes it
    bool isTable = false;                                   ///< the text is CSV
    const char* extension = "";                             ///< of no table: the usual one of its files
    /// For a table: the LaTeX columns without --columns, as many as are legible on a page; empty: all.
    const char* latexColumns = "";
    /// For texts that are too long for memory, or that may be only partly readable. Returns a sentence about
    /// what could not be read, or an empty text.
    std::string (*write)(const StoredRun& stored, const TextSink& sink) = nullptr;
    /// What is read from the run file.
    bool events = false; ///< if there are few; many are read piece by piece
    bool steps = false;
    bool samples = false;
};

/// The run itself: its file, as a copy that can be moved to another machine.
constexpr auto runPart = "run";

/// A format that a table can be written in.
struct TableFormat
{
    const char* name;
    const char* extension;
    std::string (*text)(const PlainTable& table);
};

constexpr std::array<TableFormat, 4> tableFormats = {{{"csv", "csv", csvText},
                                                      {"json", "json", jsonText},
                                                      {"markdown", "md", markdownText},
                                                      {"latex", "tex", latexText}}};

constexpr auto noOperators = translatable("The run has no operators");
constexpr auto noTrace = translatable("The run has no trace");
constexpr auto noEpochs = translatable("The run has no epochs");
constexpr auto noSamples = translatable("The run has no machine samples");
constexpr auto noSteps = translatable("The run has no steps");
constexpr auto noGraph = translatable("The run has no graph");
constexpr auto noEnvironment = translatable("The run has no environment");

std::string withReason(Translatable problem, const std::string& reason)
{
    return translated("{problem}: {reason}.", {{"problem", translated(problem)}, {"reason", reason}});
}

/// "The run has no trace: the profiler was off."
std::string whyMissing(const Run& run, Translatable problem, RunPart part)
{
    return withReason(problem, absenceReason(run, part));
}

std::string writeOperators(const StoredRun& stored, const TextSink& sink)
{
    auto [statistics, problem] =
        runStatisticsWithPeak(stored.run, stored.environment.cpuModel, OperatorGrouping::ByOperator);
    if (statistics.rows.empty())
        throw Error(problem.empty() ? whyMissing(stored.run, noOperators, RunPart::Operators) : problem);
    sink(operatorsCsv(statistics, stored.run.trace));
    return problem;
}

void checkHasTrace(const StoredRun& stored)
{
    if (!contentsOf(stored.run).hasEvents)
        throw Error(whyMissing(stored.run, noTrace, RunPart::Timeline));
}

std::string writeKernels(const StoredRun& stored, const TextSink& sink)
{
    checkHasTrace(stored);
    auto [statistics, problem] = recordedKernels(stored.run, KernelGrouping::ByLaunch);
    if (statistics.rows.empty())
        throw Error(problem.empty() ? translated("The run has no kernels: no work on a GPU was recorded.")
                                    : problem);
    sink(kernelsCsv(statistics, stored.run.trace));
    return problem;
}

std::string writeTrace(const StoredRun& stored, const TextSink& sink)
{
    checkHasTrace(stored);
    return writeChromeTrace(stored.run, sink, &stored.environment);
}

/// Throws an error if the imported file has no such data. For a training, an empty table says the same.
void checkIsInFile(const Run& run, Translatable problem, RunPart part)
{
    if (isImported(run) && !contentsOf(run).has(part))
        throw Error(whyMissing(run, problem, part));
}

std::string epochsText(const StoredRun& stored)
{
    checkIsInFile(stored.run, noEpochs, RunPart::Epochs);
    return epochsCsv(stored.run);
}

std::string samplesText(const StoredRun& stored)
{
    checkIsInFile(stored.run, noSamples, RunPart::MachineSamples);
    return samplesCsv(stored.run);
}

std::string writeStepParts(const StoredRun& stored, const TextSink& sink)
{
    checkIsInFile(stored.run, noSteps, RunPart::Steps);
    return writeStepPartsCsv(stored.run, sink);
}

/// Writes the call tree as the text that `text` returns.
template<auto text>
std::string writeCalls(const StoredRun& stored, const TextSink& sink)
{
    checkHasTrace(stored);
    auto [tree, problem] = recordedCallTree(stored.run);
    if (tree.nodes.empty() && !problem.empty())
        throw Error(problem);
    sink(text(tree, stored));
    return problem;
}

std::string callsText(const CallTree& tree, const StoredRun& /*stored*/)
{
    return callTreeCsv(tree, orderOf(tree, CallWeight::TotalTime));
}

std::string foldedText(const CallTree& tree, const StoredRun& /*stored*/)
{
    return foldedStacks(tree);
}

std::string callgrindOf(const CallTree& tree, const StoredRun& /*stored*/)
{
    return callgrindText(tree);
}

std::string pprofOf(const CallTree& tree, const StoredRun& /*stored*/)
{
    return pprofProfile(tree);
}

std::string speedscopeText(const CallTree& tree, const StoredRun& stored)
{
    const auto& name = stored.label.name.empty() ? stored.run.experiment.network : stored.label.name;
    return speedscopeJson(tree, name);
}

/// Reads the rows one by one from the run file, which may have millions of steps. The steps of an imported
/// trace keep the trace's numbers.
std::string writeMetrics(const StoredRun& stored, const TextSink& sink)
{
    checkIsInFile(stored.run, noSteps, RunPart::Steps);
    const auto& file = stored.run.traceFile;
    std::string damage;
    if (file.empty()) {
        writeStepsCsv(stored.run, stepsOf(stored.run), sink);
    } else if (isImported(stored.run)) {
        const auto whole = readRunFile(file, {.samples = false});
        writeStepsCsv(whole.run, stepsOf(whole.run), sink);
    } else {
        const auto storedSteps = [&](const auto& take) { damage = forStoredSteps(file, take); };
        writeStepsCsv(stored.run, storedSteps, sink);
    }
    return damage;
}

const NetworkGraph& graphOf(const StoredRun& stored)
{
    if (!stored.run.graph)
        throw Error(whyMissing(stored.run, noGraph, RunPart::Graph));
    return *stored.run.graph;
}

std::string environmentOf(const StoredRun& stored)
{
    auto text = environmentText(stored.run, stored.environment);
    if (text.empty())
        throw Error(whyMissing(stored.run, noEnvironment, RunPart::Environment));
    return text;
}

std::string logText(const StoredRun& stored)
{
    std::string text;
    for (const auto& entry : stored.run.log)
        text += entry.text + "\n";
    return text;
}

std::string ranksText(const StoredRun& stored)
{
    auto text = ranksCsv(stored.run);
    if (text.empty())
        throw Error(translated("The run has no ranks: `stepscope import A B --as-ranks` imports a "
                               "distributed run's files as one run."));
    return text;
}

std::string scalarsText(const StoredRun& stored)
{
    if (loggedScalars(stored.run).empty())
        throw Error(translated("The run has no scalars. Recorded programs and imported logs may have some."));
    const std::vector<NamedRun> runs{{&stored.run, stored.label.name}};
    return scalarsCsv(runs);
}

constexpr std::array<Part, 19> parts = {{
    {.name = "metrics",
     .isTable = true,
     .latexColumns = "step,epoch,duration_us,images_per_s,loss,accuracy",
     .write = writeMetrics},
    {.name = "epochs",
     .text = epochsText,
     .isTable = true,
     .latexColumns = "epoch,train_s,test_s,train_loss,validation_loss,validation_accuracy,test_loss,"
                     "test_accuracy,images_per_s"},
    {.name = "scalars", .text = scalarsText, .isTable = true},
    {.name = "samples",
     .text = samplesText,
     .isTable = true,
     .latexColumns = "time_s,process_cpu_percent,resident_bytes,allocated_bytes,peak_allocated_bytes",
     .samples = true},
    {.name = "operators",
     .isTable = true,
     .latexColumns = "operator,pass,calls,self_us,self_percent,total_us,mean_us,device_self_us",
     .write = writeOperators,
     .events = true},
    {.name = "kernels",
     .isTable = true,
     .latexColumns = "kernel,operator,calls,total_us,percent,mean_us,grid,block,occupancy_percent",
     .write = writeKernels,
     .events = true},
    {.name = "steps",
     .isTable = true,
     .latexColumns = "step,phase,wall_us,data_us,forward_us,loss_us,backward_us,optimizer_us,other_us",
     .write = writeStepParts,
     .events = true},
    {.name = "ranks", .text = ranksText, .isTable = true, .events = true},
    {.name = "trace", .extension = "json", .write = writeTrace, .events = true},
    {.name = "calls",
     .isTable = true,
     .latexColumns = "depth,name,kind,calls,total_us,self_us,mean_us,device_us",
     .write = writeCalls<callsText>,
     .events = true},
    {.name = "folded", .write = writeCalls<foldedText>, .events = true},
    {.name = "callgrind", .write = writeCalls<callgrindOf>, .events = true},
    {.name = "speedscope", .extension = "json", .write = writeCalls<speedscopeText>, .events = true},
    {.name = "pprof", .extension = "gz", .write = writeCalls<pprofOf>, .events = true},
    {.name = "tensorboard",
     .text = [](const StoredRun& stored) { return tensorBoardEvents(stored.run); },
     .steps = true,
     .samples = true},
    {.name = "graph",
     .text = [](const StoredRun& stored) { return dotForPicture(graphOf(stored)); },
     .extension = "dot"},
    {.name = "experiment",
     .text = [](const StoredRun& stored) { return toJson(shownExperiment(stored.run)); },
     .extension = "json"},
    {.name = "environment", .text = environmentOf, .extension = "json"},
    {.name = "log", .text = logText},
}};

std::string partNames()
{
    std::vector<std::string_view> names;
    for (const auto& part : parts)
        names.emplace_back(part.name);
    names.emplace_back(runPart);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Of the parts, and of the pictures that do not share the name of a part.
std::string namesToChoose()
{
    auto names = partNames();
    for (const auto picture : pictureNames) {
        if (std::ranges::find(parts, picture, &Part::name) == parts.end())
            names += fmt::format(", {}", picture);
    }
    return names;
}

/// Whether a picture is asked for. Most pictures share their name with a part, and only the format tells.
bool isPictureWanted(const ExportOptions& options)
{
    const bool isPart = options.what == runPart ||
                        std::ranges::find(parts, std::string_view(options.what), &Part::name) != parts.end();
    return isPictureName(options.what) && (!isPart || isPictureFormat(options.format));
}

std::string tableNames()
{
    std::vector<std::string_view> names;
    for (const auto& part : parts) {
        if (part.isTable)
            names.emplace_back(part.name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

const Part& askedPart(const std::string& name)
{
    const auto found = std::ranges::find_if(parts, [&](const Part& part) { return name == part.name; });
    if (found == parts.end())
        throw UsageError(translated("--what is {value}; allowed: {names}.",
                                    {{"value", name}, {"names", namesToChoose()}}));
    return *found;
}

/// Null: CSV, unchanged.
const TableFormat* askedFormat(const ExportOptions& options)
{
    if (options.format.empty())
        return nullptr;
    if (isPictureFormat(options.format))
        throw UsageError(
            translated("--format is {value}, but {name} has no picture. Pictures: {names}.",
                       {{"value", options.format}, {"name", options.what}, {"names", pictureNameList()}}));
    const auto part =
        std::ranges::find_if(parts, [&](const Part& each) { return options.what == each.name; });
    if (part == parts.end() || !part->isTable)
        throw UsageError(translated("--format applies only to tables: {names}.", {{"names", tableNames()}}));
    const auto found = std::ranges::find_if(
        tableFormats, [&](const TableFormat& format) { return options.format == format.name; });
    if (found == tableFormats.end())
        throw UsageError(translated("--format is {value}; allowed: csv, json, markdown, latex.",
                                    {{"value", options.format}}));
    return found;
}

/// Throws UsageError if the file has the extension of a picture, or of another format.
void refuseOtherFormat(const ExportOptions& options, const Part& part, const TableFormat& format)
{
    const auto extension = extensionOf(options.out);
    const TextValues values = {{"file", options.out},
                               {"name", options.what},
                               {"extension", extension},
                               {"format", format.name},
                               {"names", pictureNameList()}};
    if (isPictureFormat(extension))
        throw UsageError(
            isPictureName(options.what)
                ? translated("--out is {file}, but the picture of {name} needs --format "
                             "{extension}.",
                             values)
                : translated("--out is {file}, but {name} has no picture. Pictures: {names}.", values));
    const auto other = std::ranges::find_if(
        tableFormats, [&](const TableFormat& each) { return extension == each.extension; });
    if (part.isTable && other != tableFormats.end() && other->name != std::string_view(format.name))
        throw UsageError(
            translated("--out is {file}, but the format is {format}; use --format {other}, or name "
                       "the file accordingly.",
                       {{"file", options.out}, {"format", format.name}, {"other", other->name}}));
    refuseOtherExtension("--out", options.out, part.isTable ? format.extension : part.extension);
}

int exportRunFile(const ExportOptions& options)
{
    if (options.out.empty())
        throw UsageError(translated("--out is missing: the file to write, as in `stepscope export RUN --what "
                                    "run --out run.stepscope`."));
    refuseDash("--out", options.out);
    refuseOtherExtension("--out", options.out, std::string_view(runFileSuffix).substr(1));
    refuseExisting(options.out, options.force);
    copyRunFile(pathOfNamedRun(options.run, options.library), linkTarget(options.out));
    return exitDone;
}

struct ReadTable
{
    PlainTable table;
    std::string problem; ///< what could not be read
};

ReadTable tableOf(const Part& part, const StoredRun& stored)
{
    const RawCsvTexts raw(true); // texts are made safe for spreadsheets when the table is written
    if (part.text)
        return {plainTable(part.text(stored)), {}};
    std::string text;
    auto problem = part.write(stored, [&](std::string_view piece) { text += piece; });
    return {plainTable(text), std::move(problem)};
}

void writeText(const std::string& text, const std::string& out)
{
    if (out.empty())
        printData(text);
    else
        writeFileAtomically(linkTarget(out), text);
}

/// Returns what could not be read.
std::string writePieces(const Part& part, const StoredRun& stored, const std::string& out)
{
    std::string problem;
    if (out.empty())
        problem = part.write(stored, [](std::string_view piece) { printData(piece); });
    else
        writePiecesAtomically(linkTarget(out),
                              [&](const TextSink& sink) { problem = part.write(stored, sink); });
    return problem;
}

/// Throws UsageError for a column that is named twice.
std::vector<std::string> columnsOf(const std::string& asked)
{
    auto columns = listedValues(asked, "--columns", asked);
    refuseRepeated(columns, "--columns");
    return columns;
}

std::vector<std::string> listed(const std::string& names)
{
    std::vector<std::string> list;
    std::istringstream text(names);
    for (std::string name; std::getline(text, name, ',');)
        list.push_back(name);
    return list;
}

/// Keeps the requested columns. A LaTeX table otherwise has the columns that fit a page, without empty ones.
PlainTable chosenColumns(PlainTable table, const Part& part, const TableFormat* format,
                         const std::string& asked)
{
    using Text = std::string (*)(const PlainTable&);
    const bool isLatex = format && format->text == static_cast<Text>(latexText);
    const bool isJson = format && format->text == static_cast<Text>(jsonText);
    const auto covers = std::ranges::find(table.columns, "covers", &PlainTable::Column::key);
    if ((isLatex || isJson) && covers != table.columns.end() && !table.rows.empty())
        table.caption = table.rows.front()[size_t(covers - table.columns.begin())].text;
    if (asked == "all" || (asked.empty() && !isLatex))
        return isLatex ? withoutEmptyColumns(std::move(table)) : table;
    if (!asked.empty())
        return withColumns(table, columnsOf(asked));
    auto wanted = listed(part.latexColumns);
    // Profiles of sums per stack have other keys, and most trainings no validation.
    std::erase_if(wanted, [&](const std::string& key) {
        return std::ranges::find(table.columns, key, &PlainTable::Column::key) == table.columns.end();
    });
    return withoutEmptyColumns(wanted.size() < 3 ? std::move(table) : withColumns(table, wanted));
}

/// Exports what a view shows, to stdout or into a file.
int exportPicture(const ExportOptions& options)
{
    if (!options.columns.empty())
        throw UsageError(translated("--columns applies only to tables: {names}.", {{"names", tableNames()}}));
    const auto request = pictureRequest(options.what, options.format, options.out, options.picture);
    refuseExisting(options.out, options.force);
    const auto stored = readNamedRun(options.run, options.library, withFewEvents());
    if (const auto missing = missingEventsText(stored.run); !missing.empty())
        printError("{}\n", missing);
    writeText(paintedPicture(request, stored.run, stored.environment), options.out);
    return stored.problems.empty() ? exitDone : exitFailed;
}

/// Exports one part, to stdout or into a file.
int exportPart(const ExportOptions& options)
{
    if (isPictureWanted(options))
        return exportPicture(options);
    if (options.picture.any())
        throw UsageError(translated("--size, --scale and --dark apply only to pictures: {names}. Those that "
                                    "share their name with a table need --format png, svg or pdf.",
                                    {{"names", pictureNameList()}}));
    if (options.what == runPart && options.format.empty())
        return exportRunFile(options);
    const auto* format = askedFormat(options);
    const auto& part = askedPart(options.what);
    if (!options.columns.empty() && !part.isTable)
        throw UsageError(translated("--columns applies only to tables: {names}.", {{"names", tableNames()}}));
    if (!options.columns.empty())
        columnsOf(options.columns); // refused before the run is read
    refuseOtherFormat(options, part, format ? *format : tableFormats.front());
    refuseExisting(options.out, options.force);
    RunFileParts read = withFewEvents();
    read.eventBytes = part.events ? read.eventBytes : 0;
    read.steps = part.steps;
    read.samples = part.samples;
    const auto stored = readNamedRun(options.run, options.library, read);
    if (const auto missing = part.events ? missingEventsText(stored.run) : std::string(); !missing.empty())
        printError("{}\n", missing);
    std::string problem;
    if (format || !options.columns.empty()) {
        auto whole = tableOf(part, stored);
        problem = std::move(whole.problem);
        const auto table = chosenColumns(std::move(whole.table), part, format, options.columns);
        writeText((format ? *format : tableFormats.front()).text(table), options.out);
    } else if (part.write) {
        problem = writePieces(part, stored, options.out);
    } else {
        writeText(part.text(stored), options.out);
    }
    if (!problem.empty())
        printError("{}\n", problem);
    return stored.problems.empty() && problem.empty() ? exitDone : exitFailed;
}

bool areAllPicturesWanted(const ExportOptions& options)
{
    const auto found = std::ranges::find(folderPictures, std::string_view(options.pictures));
    if (!options.pictures.empty() && found == folderPictures.end())
        throw UsageError(translated(
            "--pictures is {value}; allowed: {names}.",
            {{"value", options.pictures}, {"names", fmt::format("{}", fmt::join(folderPictures, ", "))}}));
    return options.pictures == folderPictures.back();
}

int exportAll(const ExportOptions& options)
{
    const bool ofAllViews = areAllPicturesWanted(options);
#ifndef STEPSCOPE_GUI
    if (ofAllViews)
        throw Error(translated("This build of Stepscope has no window and cannot draw pictures of views."));
#endif
    if (options.out.empty())
        throw UsageError(translated(
            "--out is missing: the folder for the files, as in `stepscope export RUN --out report`."));
    refuseDash("--out", options.out);
    if (const auto inTheWay = reportInTheWay(options.out); !options.force && !inTheWay.empty())
        throw UsageError(inTheWay);
    const auto stored = readNamedRun(options.run, options.library, withFewEvents());
    NewFolder folder(options.out);
    folder.run([&] { prepareReportFolder(folder.path(), options.force); });
    const ReportFolderLock lock(folder.path());
    std::unique_ptr<ViewPainter> painter;
#ifdef STEPSCOPE_GUI
    painter = ui::makePicturePainter();
#endif
    const auto omissions = writeReport(stored.run, stored.environment, folder.path(), painter.get(),
                                       sayThatDotTakesLong(), ofAllViews ? painter.get() : nullptr);
    for (const auto& sentence : omissions.all())
        printError("{}\n", folder.named(sentence));
    if (holdsReport(folder.path())) {
        folder.moveToPlace();
        print("{}\n", options.out);
    }
    return stored.problems.empty() && omissions.failures.empty() ? exitDone : exitFailed;
}

int exportRun(const ExportOptions& options)
{
    checkNamed(options.run, "export");
    const RawCsvTexts raw(options.csvRaw);
    if (options.what.empty() && !options.format.empty())
        throw UsageError(
            translated("--format needs a table; name one with --what: {names}.", {{"names", tableNames()}}));
    if (options.what.empty() && !options.columns.empty())
        throw UsageError(
            translated("--columns needs a table; name one with --what: {names}.", {{"names", tableNames()}}));
    if (options.what.empty() && options.picture.any())
        throw UsageError(
            translated("--size, --scale and --dark need a picture; name one with --what: {names}.",
                       {{"names", pictureNameList()}}));
    if (!options.what.empty() && !options.pictures.empty())
        throw UsageError(translated("--pictures applies only to the folder of all files. With --what, the "
                                    "part is the picture."));
    if (options.what.empty())
        return exportAll(options);
    ExportOptions part = options;
    if (part.what != runPart && part.out == "-")
        part.out.clear(); // standard output
    return exportPart(part);
}

} // namespace

Command makeExportCommand(CLI::App& program)
{
    auto* command =
        program.add_subcommand("export", translated("Write tables, pictures and the trace of a run"));
    auto options = std::make_shared<ExportOptions>();
    command
        ->add_option("run", options->run,
                     translated("Run name or the start of it, run file, or trace of another profiler"))
        ->option_text("RUN");
    command
        ->add_option("--what", options->what,
                     translated("Write only this part, to stdout or to the --out file:\n{names}",
                                {{"names", namesToChoose()}}))
        ->option_text("PART");
    command
        ->add_option(
            "--format", options->format,
            translated(
                "Format of a table: csv (the default), json, markdown, latex.\nTables: {tables}\nFormat of "
                "a picture: png, svg, pdf.\nPictures: {pictures}",
                {{"tables", tableNames()}, {"pictures", pictureNameList()}}))
        ->option_text("FORMAT");
    command
        ->add_option("--columns", options->columns,
                     translated("Columns of a table, as in operator,calls,self_us, or all.\nDefault: all; as "
                                "LaTeX, those that fit a page"))
        ->option_text("LIST");
    addPictureOptions(*command, options->picture);
    command
        ->add_option("--pictures", options->pictures,
                     translated("Pictures in the folder of all files: charts (the default: curves, "
                                "operators and graph) or all (one of every view, which takes some "
                                "seconds)"))
        ->option_text("WHICH");
    command->add_option("--out", options->out, translated("Folder for all files; with --what, the file"))
        ->option_text("PATH");
    command->add_flag("--force", options->force, translated("Replace existing files"));
    addCsvRawOption(*command, options->csvRaw);
    addLibraryOption(*command, options->library);
    command->footer(helpExamples(
        {"stepscope export 2026-11-21_08 --out report",
         "stepscope export 2026-11-21_08 --pictures all --out report",
         "stepscope export 2026-11-21_08 --what metrics > metrics.csv",
         "stepscope export 2026-11-21_08 --what operators --format latex > operators.tex",
         "stepscope export 2026-11-21_08 --what curves --size 1920x1080 --dark --out curves.png",
         "stepscope export 2026-11-21_08 --what trace --out trace.json",
         "stepscope export 2026-11-21_08 --what callgrind --out callgrind.out.run",
         "stepscope export 2026-11-21_08 --what tensorboard --out logs/run/events.out.tfevents.1",
         "stepscope export 2026-11-21_08 --what run --out for-another-machine.stepscope"},
        translated("Exit codes: 0 done, 1 a part is missing or could not be written, 2 usage error.")));
    return {command, [options] { return exportRun(*options); }};
}

} // namespace stepscope
