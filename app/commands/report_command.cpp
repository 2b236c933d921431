#include "app/command.h"
#include "app/graph_progress.h"
#include "app/import_display.h"
#include "app/options/csv_option.h"
#include "app/options/help_examples.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/files/csv.h"
#include "core/base/files/temporary_folder.h"
#include "core/import/stored_import.h"
#include "core/language/translation.h"
#include "core/report/lab_report.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_library.h"
#include "core/sweep/sweep.h"
#include "core/training/forward_pass.h"

#ifdef STEPSCOPE_GUI
#include "ui/pictures/picture_painter.h"
#endif

#include <fmt/format.h>

#include <memory>
#include <set>
#include <system_error>

namespace stepscope {

namespace {

namespace fs = std::filesystem;

struct ReportOptions
{
    std::vector<std::string> runs;
    std::string library;
    std::string out;
    std::string title;
    std::string baseline;
    bool forwardPass = false;
    bool force = false;
    bool csvRaw = false;
};

std::vector<fs::path> tensorBoardRunsOf(const std::string& folder)
{
    try {
        std::vector<fs::path> folders;
        for (const auto& item : importItems(folder))
            folders.push_back(item.path);
        return folders;
    } catch (const Error&) {
        throw UsageError(translated("The folder {folder} contains no runs.", {{"folder", folder}}));
    }
}

/// The requested runs: one run file, those of a sweep's folder, or the folders of a TensorBoard log.
std::vector<fs::path> filesOf(const std::string& wanted, const std::string& library)
{
    try {
        if (!fs::is_directory(wanted)) {
            RunLibrary runs(libraryFolderOf(library));
            return {findRun(wanted, runs)};
        }
        auto files = runFilesIn(wanted);
        if (const auto ofSweep = fs::path(wanted) / sweepRunsName; files.empty() && fs::is_directory(ofSweep))
            files = runFilesIn(ofSweep);
        return files.empty() ? tensorBoardRunsOf(wanted) : files;
    } catch (const fs::filesystem_error& error) {
        throw UsageError(translated("{file} cannot be read: {reason}.",
                                    {{"file", wanted}, {"reason", error.code().message()}}));
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
}

/// Finds the baseline by its name in the report, or as it was named on the command line.
size_t baselineOf(const LabReportInput& input, const ReportOptions& options)
{
    if (options.baseline.empty())
        return 0;
    for (size_t i = 0; i < input.runs.size(); ++i) {
        if (input.runs[i].name == options.baseline)
            return i;
    }
    const auto file = filesOf(options.baseline, options.library).front();
    for (size_t i = 0; i < input.runs.size(); ++i) {
        if (std::error_code ignored; fs::equivalent(input.runs[i].file, file, ignored))
            return i;
    }
    throw UsageError(translated("--baseline is {value}, which is not one of the report's runs.",
                                {{"value", options.baseline}}));
}

/// A run file, or a file of another program.
StoredRun readRunOrTrace(const fs::path& file, const RunFileParts& parts)
{
    return isForImport(file) ? storedRun(importWithDisplay(file)) : readRunFile(file, parts);
}

/// Records one forward pass for each network and device of the runs. `failed` is set if one could not be
/// recorded.
std::vector<fs::path> recordForwardPasses(const LabReportInput& input, const fs::path& folder, bool& failed)
{
    std::vector<fs::path> files;
    std::set<std::pair<std::string, std::string>> done;
    for (const auto& run : input.runs) {
        const auto& experiment = run.stored.run.experiment;
        if (!done.emplace(experiment.network, experiment.device).second)
            continue;
        const auto file = folder / fmt::format("forward-pass-{}{}", done.size(), runFileSuffix);
        try {
            recordForwardPass(experiment, file);
        } catch (const Error& error) {
            printError("{}\n", error.what());
            failed = true;
        }
        if (fs::exists(file))
            files.push_back(file);
    }
    return files;
}

int report(const ReportOptions& options)
{
    if (options.runs.empty())
        throw UsageError(translated("Specify the runs as listed by `stepscope runs`, or the folder of a "
                                    "sweep: `stepscope report lab --out report`."));
    if (options.out.empty())
        throw UsageError(translated(
            "--out is missing: the folder for the report, as in `stepscope report lab --out report`."));
    std::vector<fs::path> files;
    for (const auto& run : options.runs) {
        const auto found = filesOf(run, options.library);
        files.insert(files.end(), found.begin(), found.end());
    }
    const TemporaryFolder passes;
    auto input = labReportInput(files, readRunOrTrace);
    const auto damages = problemsOf(input);
    bool failed = !damages.empty();
    for (const auto& problem : damages)
        printError("{}\n", problem);
    if (input.runs.empty())
        throw Error(translated("No report was written, because no run could be read."));
    const auto baseline = baselineOf(input, options);
    NewFolder folder(options.out);
    folder.run([&] { prepareLabReportFolder(folder.path(), options.force); });
    if (options.forwardPass) {
        const auto recorded = recordForwardPasses(input, passes.path(), failed);
        files.insert(files.end(), recorded.begin(), recorded.end());
        input = labReportInput(files, readRunOrTrace);
    }
    input.title = options.title;
    input.baseline = baseline;

    std::unique_ptr<PicturePainter> painter;
#ifdef STEPSCOPE_GUI
    painter = ui::makePicturePainter();
#endif
    const RawCsvTexts raw(options.csvRaw);
    const auto problems = writeLabReport(input, folder.path(), painter.get(), sayThatDotTakesLong());
    for (const auto& problem : problems)
        printError("{}\n", folder.named(problem));
    if (holdsLabReport(folder.path()))
        folder.moveToPlace();
    else
        printError("{}\n",
                   translated("{folder} contains no report, because neither of its pages could be written.",
                              {{"folder", options.out}}));
    if (const auto page = fs::path(options.out) / reportPageName; fs::exists(page))
        print("{}\n", page.string());
    return problems.empty() && !failed ? exitDone : exitFailed;
}

} // namespace

Command makeReportCommand(CLI::App& program)
{
    auto* command =
        program.add_subcommand("report", translated("Write a lab report of runs: HTML, Markdown and CSV"));
    auto options = std::make_shared<ReportOptions>();
    command
        ->add_option("runs", options->runs,
                     translated("Run names or the start of them, run files, traces, or the folder of a sweep "
                                "or of TensorBoard logs"))
        ->option_text("RUN…");
    addLibraryOption(*command, options->library);
    command->add_option("--out", options->out, translated("Folder for the report; required"))
        ->option_text("DIR");
    command
        ->add_option("--title", options->title,
                     translated("Title of the report, instead of the generated one"))
        ->option_text("TEXT");
    command
        ->add_option("--baseline", options->baseline,
                     translated("Run that the others are compared with, instead of the first"))
        ->option_text("RUN");
    command->add_flag("--forward-pass", options->forwardPass,
                      translated("Also record the cold forward pass of one sample on this machine"));
    command->add_flag("--force", options->force, translated("Replace the report in the folder"));
    addCsvRawOption(*command, options->csvRaw);
    command->footer(helpExamples(
        {"stepscope report lab --out lab/report",
         "stepscope report b1.stepscope b16.stepscope b64.stepscope --out report --title \"Lab 1\"",
         "stepscope report before after --baseline before --out report --force"},
        translated("Writes report.html, a single file to read, print or send; report.md with its pictures, "
                   "to\nhand in; and every table as CSV. Exit codes: 0 done, 1 something could not be read "
                   "or\nwritten, 2 usage error.")));
    return {command, [options] { return report(*options); }};
}

} // namespace stepscope
