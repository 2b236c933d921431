#include "app/command.h"
#include "app/options/help_examples.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "core/base/text/format.h"
#include "core/base/text/text_width.h"
#include "core/language/translation.h"
#include "core/run/run_words.h"
#include "core/run_file/run_library.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <system_error>

namespace stepscope {

namespace {

std::string durationText(const RunSummary& run)
{
    if (run.startUnixMs <= 0 || run.endUnixMs <= run.startUnixMs) // not known
        return {};
    return formatRunTime(double(run.endUnixMs - run.startUnixMs) / 1000);
}

/// Whether the list shows a name that differs from the file's: several runs may have the same name.
bool isNamed(const LibraryEntry& entry)
{
    return entry.problem.empty() && shownName(entry.summary.label, entry.path) != entry.path.stem();
}

/// Not of a task without accuracy, and not before the first test.
bool isClassified(const LibraryEntry& entry)
{
    return entry.problem.empty() && !std::isnan(entry.summary.testAccuracy);
}

/// Of a training that sets samples aside, with a task that has an accuracy.
bool isValidated(const LibraryEntry& entry)
{
    return entry.problem.empty() && !std::isnan(entry.summary.validationAccuracy);
}

void printTable(const std::vector<LibraryEntry>& entries)
{
    size_t width = 4;
    for (const auto& entry : entries)
        width = std::max(width, displayWidth(visibleLine(shownName(entry.summary.label, entry.path))));
    const bool anyNamed = std::ranges::any_of(entries, isNamed);
    const bool anyClassified = std::ranges::any_of(entries, isClassified);
    const bool anyValidated = std::ranges::any_of(entries, isValidated);
    using enum TextTable::Align;
    std::vector<TextTable::Column> columns = {{translated("name"), Left, width},
                                              {translated("outcome"), Left, 9},
                                              {translated("batch"), Right, 7},
                                              {translated("device"), Left, 8}};
    if (anyClassified)
        columns.push_back({translated("accuracy"), Right, 8});
    if (anyValidated)
        columns.push_back({translated("validation"), Right, 10});
    columns.insert(columns.end(), {{translated("duration"), Right, 9},
                                   {translated("speed"), Right, 15},
                                   {translated("started"), Left, 19},
                                   {anyNamed ? translated("file") : std::string()}});
    TextTable table({}, std::move(columns));
    for (const auto& entry : entries) {
        const auto& run = entry.summary;
        if (!entry.problem.empty())
            continue;
        std::vector<std::string> cells = {
            visibleLine(shownName(run.label, entry.path)), shownOutcomeWord(run),
            run.batchSize > 0 ? formatCount(run.batchSize) : "", visibleLine(run.device)};
        if (anyClassified)
            cells.push_back(isClassified(entry) ? formatShare(run.testAccuracy, 2) : "");
        if (anyValidated)
            cells.push_back(isValidated(entry) ? formatShare(run.validationAccuracy, 2) : "");
        cells.insert(cells.end(), {durationText(run),
                                   run.imagesPerSecond > 0 ? formatImagesPerSecond(run.imagesPerSecond) : "",
                                   run.startUnixMs > 0 ? formatLocalTime(run.startUnixMs) : "",
                                   anyNamed ? visibleLine(entry.path.stem().string()) : ""});
        table.add(cells);
    }
    printText(table.text());
}

void printRunsJson(const std::vector<LibraryEntry>& entries)
{
    using Json = nlohmann::ordered_json;
    const auto known = [](auto value) { return value > 0 ? Json(value) : Json(); };
    auto json = Json::array();
    for (const auto& entry : entries) {
        const auto& run = entry.summary;
        if (!entry.problem.empty())
            continue;
        json.push_back({{"file", entry.path.string()},
                        {"name", shownName(run.label, entry.path)},
                        {"tags", run.label.tags},
                        {"note", run.label.note},
                        {"outcome", shownOutcomeName(run)},
                        {"failure", run.failure},
                        {"dataset", run.dataset},
                        {"network", run.network},
                        {"device", run.device},
                        {"batch_size", known(run.batchSize)},
                        {"steps", run.steps},
                        {"epochs", run.epochs},
                        {"test_accuracy", run.testAccuracy},
                        {"test_loss", run.testLoss},
                        {"validation_accuracy", run.validationAccuracy},
                        {"validation_loss", run.validationLoss},
                        {"images_per_second", known(run.imagesPerSecond)},
                        {"start_unix_ms", known(run.startUnixMs)},
                        {"end_unix_ms", known(run.endUnixMs)}});
    }
    printJson(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

int listRuns(const std::string& folder, bool json)
{
    std::error_code unknown; // reported when the folder is read
    if (!folder.empty() && !std::filesystem::exists(folder, unknown) && !unknown)
        throw UsageError(translated("The folder {folder} does not exist. Specify a folder with runs, or "
                                    "create it with a run: `stepscope run --library {folder} --out report`.",
                                    {{"folder", folder}}));
    RunLibrary library(libraryFolderOf(folder));
    const auto entries = library.list();
    bool isWhole = true;
    for (const auto& entry : entries) {
        if (entry.problem.empty())
            continue;
        printError("{}\n", visibleLine(entry.problem));
        isWhole = false;
    }
    if (json)
        printRunsJson(entries);
    else if (entries.empty())
        print("{}\n",
              translated("There are no runs in {folder} yet; `stepscope run --out report` creates one.",
                         {{"folder", library.folder().string()}}));
    else
        printTable(entries);
    return isWhole ? exitDone : exitFailed;
}

} // namespace

Command makeRunsCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("runs", translated("List the runs in the library"));
    auto library = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    addLibraryOption(*command, *library);
    command->add_flag("--json", *json, translated("Print a JSON array"));
    command->footer(helpExamples(
        {"stepscope runs", "stepscope runs --library results --json"},
        translated("Exit codes: 0 done, 1 a file cannot be read (the others are listed), 2 usage error.")));
    return {command, [library, json] { return listRuns(*library, *json); }};
}

} // namespace stepscope
