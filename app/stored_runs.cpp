#include "app/stored_runs.h"

#include "app/command.h"
#include "app/import_display.h"
#include "app/terminal.h"
#include "core/import/stored_import.h"
#include "core/language/translation.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_library.h"
#include "core/sweep/sweep.h"

#include <algorithm>
#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

CLI::Option* addLibraryOption(CLI::App& command, std::string& library)
{
    return command
        .add_option("--library", library, translated("Folder of the runs, instead of the default one"))
        ->option_text("DIR");
}

std::filesystem::path libraryFolderOf(const std::string& library)
{
    return library.empty() ? defaultLibraryFolder() : std::filesystem::path(library);
}

std::vector<fs::path> runFilesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == runFileSuffix && !entry.path().filename().string().starts_with('.'))
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

static bool isLog(const fs::path& folder)
{
    try {
        return !importItems(folder).empty();
    } catch (const Error&) {
        return false;
    }
}

/// Throws UsageError for the folder of a sweep, and for another folder of run files. That of a log may be a
/// run.
static void refuseFolderOfRuns(const fs::path& folder)
{
    std::error_code unknown; // reported when the run is read
    if (!fs::is_directory(folder, unknown))
        return;
    const bool isOfSweep = sweepOfFolder(folder).has_value();
    const auto place = isOfSweep ? folder / sweepRunsName : folder;
    const auto files = fs::is_directory(place, unknown) ? runFilesIn(place) : std::vector<fs::path>();
    const TextValues values = {{"folder", folder.string()},
                               {"run", files.empty() ? std::string() : files.front().string()},
                               {"file", (folder / sweepFileName).string()}};
    if (isOfSweep && files.empty())
        throw UsageError(
            translated("{folder} is the folder of a sweep without runs: `stepscope sweep --from {file} "
                       "--out {folder}` trains them.",
                       values));
    if (isOfSweep)
        throw UsageError(
            translated("{folder} is the folder of a sweep, not a run: name one of its runs, such as "
                       "{run}, or write a report of them all with `stepscope report {folder} --out DIR`.",
                       values));
    if (!files.empty() && !isLog(folder))
        throw UsageError(
            translated("{folder} is a folder of runs: name one of them, such as {run}.", values));
}

std::filesystem::path pathOfNamedRun(const std::string& name, const std::string& library)
{
    try {
        RunLibrary runs(libraryFolderOf(library));
        auto path = findRun(name, runs);
        refuseFolderOfRuns(path);
        return path;
    } catch (const Error& error) {
        throw UsageError(error.what(), error.detail());
    }
}

RunFileParts withFewEvents()
{
    constexpr int64_t few = 32 << 20; // read in a tenth of a second
    return {.eventBytes = std::clamp<int64_t>(eventMemoryLimit(), 1, few), .onlyAllEvents = true};
}

StoredRun readNamedRun(const std::string& name, const std::string& library, const RunFileParts& parts)
{
    auto path = pathOfNamedRun(name, library);
    std::error_code unknown; // reported when the file is read
    const bool isFolder = std::filesystem::is_directory(path, unknown);
    if (isFolder) {
        const auto items = importItems(path);
        if (items.size() > 1)
            throw UsageError(translatedPlural(
                "{folder} contains {count} run: name one of them, such as {run}.",
                "{folder} contains {count} runs: name one of them, such as {run}.", int64_t(items.size()),
                {{"folder", path.string()},
                 {"count", std::to_string(items.size())},
                 {"run", items.front().path.string()}}));
        path = items.front().path;
    }
    auto stored =
        isFolder || isForImport(path) ? storedRun(importWithDisplay(path)) : readRunFile(path, parts);
    for (const auto& problem : stored.problems)
        printError("{}\n", problem);
    // With onlyAllEvents the caller reads left-out events piece by piece.
    if (stored.run.leftOut.any() && !(stored.run.trace.empty() && parts.onlyAllEvents))
        printError("{}: {}\n", path.filename().string(), leftOutText(stored.run));
    if (stored.label.name.empty())
        stored.label.name = path.stem().string();
    return stored;
}

void checkNamed(const std::string& run, const char* command)
{
    if (run.empty())
        throw UsageError(translated(
            "Specify the run as listed by `stepscope runs`, or its file: `stepscope {command} RUN`.",
            {{"command", command}}));
}

std::string shownName(const RunLabel& label, const std::filesystem::path& path)
{
    return label.name.empty() ? path.stem().string() : label.name;
}

} // namespace stepscope
