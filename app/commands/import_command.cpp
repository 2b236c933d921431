#include "app/command.h"
#include "app/import_display.h"
#include "app/options/help_examples.h"
#include "app/options/option_values.h"
#include "app/run_result.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/clock.h"
#include "core/base/files/paths.h"
#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"
#include "core/import/import_format.h"
#include "core/import/stored_import.h"
#include "core/language/translation.h"
#include "core/run/run_figures.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

struct ImportCommandOptions
{
    std::vector<std::string> files;
    std::string library;
    std::string stepOn;
    double memoryGb = 0.0;
    bool asRanks = false;
    bool dryRun = false;
};

void printLines(const std::vector<std::string>& sentences)
{
    for (const auto& sentence : sentences)
        print("  {}\n", sentence);
}

/// How long it took to read a trace and to make the table of its operators.
std::string timeText(int64_t tookNs, const OperatorStatistics& statistics)
{
    const auto rows = int64_t(statistics.rows.size());
    const TextValues values = {{"time", formatNs(double(tookNs))}, {"count", formatCount(rows)}};
    if (statistics.contents.areFunctions)
        return translatedPlural("Read in {time}, including the table of {count} function.",
                                "Read in {time}, including the table of {count} functions.", rows, values);
    return translatedPlural("Read in {time}, including the operator table of {count} row.",
                            "Read in {time}, including the operator table of {count} rows.", rows, values);
}

enum class Outcome { Sound, Damaged, Nothing };

/// A file that cannot be read, so that nothing of it was imported. The other files can be.
class FileNotImported : public Error
{
public:
    using Error::Error;
};

std::vector<ImportItem> itemsOf(const std::string& file)
{
    try {
        return importItems(file);
    } catch (const Error& error) {
        throw FileNotImported(error.what(), error.detail());
    }
}

/// Prints what was imported and saves it in the library.
Outcome take(ImportedRun imported, const std::string& what, int64_t beganNs,
             const ImportCommandOptions& options)
{
    const bool hasTrace = !imported.run.trace.empty();
    const auto statistics = runStatistics(imported.run, OperatorGrouping::ByOperator);
    const int64_t tookNs = monotonicNs() - beganNs;
    const ImportLog log = imported.log;
    print("{}\n", what);
    printLines(log.found());
    for (const auto& sentence : log.damages())
        printError("  {}\n", sentence);
    printLines(log.issues());
    print("  {}\n", hasTrace ? timeText(tookNs, statistics)
                             : translated("Read in {time}.", {{"time", formatNs(double(tookNs))}}));
    if (!options.dryRun) {
        const auto path = writeImportedRun(storedRun(std::move(imported)), libraryFolderOf(options.library));
        print("  {}\n", translated("Kept as {file}", {{"file", path.string()}}));
    }
    return log.damages().empty() ? Outcome::Sound : Outcome::Damaged;
}

ImportOptions optionsOf(const ImportCommandOptions& options, const std::string& name = {})
{
    return {.memoryBytes = int64_t(options.memoryGb * 1e9), .name = name, .stepOn = options.stepOn};
}

/// A run of a log folder that cannot be read is reported, and the others are still imported. Throws Error if
/// a file cannot be read, or the library cannot be written.
Outcome importItem(const ImportItem& item, const ImportCommandOptions& options)
{
    const int64_t beganNs = monotonicNs();
    std::optional<ImportedRun> imported;
    try {
        imported = importWithDisplay(item.path, optionsOf(options, item.name));
    } catch (const Error& error) {
        if (std::error_code unknown; !std::filesystem::is_directory(item.path, unknown))
            throw FileNotImported(error.what(), error.detail());
        printError("{}\n", error.what());
        return dynamic_cast<const NothingToImport*>(&error) ? Outcome::Nothing : Outcome::Damaged;
    }
    return take(*std::move(imported), item.path.string(), beganNs, options);
}

/// Imports what a file or a folder has. Returns whether it could be read completely.
bool importAll(const std::string& file, const ImportCommandOptions& options)
{
    bool isSound = true;
    bool isNothing = true; // TensorBoard's profiler leaves files without a run next to those of its runs
    for (const ImportItem& item : itemsOf(file)) {
        const auto outcome = importItem(item, options);
        isSound = isSound && outcome != Outcome::Damaged;
        isNothing = isNothing && outcome == Outcome::Nothing;
    }
    return isSound && !isNothing;
}

/// Throws UsageError unless these are several files.
void refuseFewRanks(const std::vector<std::string>& files)
{
    if (files.size() < 2)
        throw UsageError(
            translated("--as-ranks needs the files of two or more ranks, but only {file} is named.",
                       {{"file", files.front()}}));
    for (auto file = files.begin(); file != files.end(); ++file) {
        std::error_code unknown; // reported when the file is read
        const auto isSame = [&](const std::string& other) {
            return std::filesystem::equivalent(*file, other, unknown);
        };
        if (std::find_if(files.begin(), file, isSame) != file)
            throw UsageError(translated("{file} is named twice; with --as-ranks, each file is another rank.",
                                        {{"file", *file}}));
    }
}

Outcome importAsRanks(const ImportCommandOptions& options)
{
    refuseFewRanks(options.files);
    const int64_t beganNs = monotonicNs();
    const std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
    auto imported = importRanksWithDisplay(files, optionsOf(options));
    const std::string name = imported.origin.name;
    return take(std::move(imported), name, beganNs, options);
}

int import(const ImportCommandOptions& options)
{
    if (options.files.empty())
        throw UsageError(translated("Specify the files to import: `stepscope import trace.json.gz`."));
    for (const auto& file : options.files) {
        std::error_code unknown; // reported when the file is read
        if (std::filesystem::exists(file, unknown) || unknown)
            continue;
        const auto text = danglingLinkText(file);
        throw UsageError(!text.empty() ? text : translated("{file} does not exist.", {{"file", file}}));
    }
    if (options.asRanks)
        return importAsRanks(options) == Outcome::Sound ? exitDone : exitFailed;
    bool isSound = true;
    for (const auto& file : options.files) {
        try {
            isSound = importAll(file, options) && isSound;
        } catch (const FileNotImported& error) {
            if (options.files.size() == 1)
                throw;
            printError("stepscope: {}\n", visibleLine(error.what()));
            isSound = false;
        }
    }
    return isSound ? exitDone : exitFailed;
}

} // namespace

Command makeImportCommand(CLI::App& program)
{
    auto* command = program.add_subcommand(
        "import", translated("Import traces, logs and models of other programs into the library"));
    auto options = std::make_shared<ImportCommandOptions>();
    command->add_option("files", options->files, importFormatsText())->option_text("FILE…");
    addLibraryOption(*command, options->library);
    command->add_flag(
        "--as-ranks", options->asRanks,
        translated("Treat the files as the ranks of a distributed run, and import them as one run"));
    command
        ->add_option(
            "--step-on", options->stepOn,
            translated("Use the events with this name as steps, instead of those that the trace marks"))
        ->option_text("NAME");
    command
        ->add_option("--memory", options->memoryGb,
                     translated("Memory limit for the events of a file, in GB; usually 2, and more for files "
                                "of more than 100 MB"))
        ->option_text("GB")
        ->check(numberRange(0.001, 1e6));
    command->add_flag("--dry-run", options->dryRun, translated("Only print what is in the files"));
    command->footer(
        helpExamples({"stepscope import worker0.pt.trace.json.gz",
                      "stepscope import before.json after.json --library traces",
                      "stepscope import rank0.json rank1.json --as-ranks",
                      "stepscope import inference.json --step-on forward    " +
                          translated("(each event of this name is a step)"),
                      "stepscope import runs/    " + translated("(each folder with event files is a run)"),
                      "nsys export --type sqlite report.nsys-rep && stepscope import report.sqlite"},
                     translated("Exit codes: 0 done, 1 a file cannot be read or is damaged (what can be read "
                                "is kept), 2 usage error.")));
    return {command, [options] { return import(*options); }};
}

} // namespace stepscope
