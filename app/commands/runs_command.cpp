#include "app/command.h"
#include "app/stored_runs.h"
#include "app/terminal.h"
#include "core/base/text/format.h"
#include "core/run_file/run_library.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

namespace stepscope {

namespace {

std::string durationText(const RunSummary& run)
{
    if (run.startUnixMs <= 0 || run.endUnixMs <= run.startUnixMs) // not known
        return {};
    const double ms = double(run.endUnixMs - run.startUnixMs);
    return ms < 1000 ? formatNs(ms * 1e6) : formatSeconds(ms / 1000);
}

/// Whether the list shows a name that differs from the file's: several runs may have the same name.
bool isNamed(const LibraryEntry& entry)
{
    return entry.problem.empty() && shownName(entry.summary.label, entry.path) != entry.path.stem();
}

void printTable(const std::vector<LibraryEntry>& entries)
{
    size_t width = 4;
    for (const auto& entry : entries)
        width = std::max(width, visibleLine(shownName(entry.summary.label, entry.path)).size());
    const auto line = [width](const std::array<std::string, 9>& cells) {
        auto text =
            fmt::format("{:<{}}  {:<9}  {:>7}  {:<8}  {:>8}  {:>9}  {:>15}  {:<19}  {}", cells[0], width,
                        cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8]);
        text.erase(text.find_last_not_of(' ') + 1);
        print("{}\n", text);
    };
    const bool anyNamed = std::ranges::any_of(entries, isNamed);
    line({"name", "outcome", "batch", "device", "accuracy", "duration", "speed", "started",
          anyNamed ? "file" : ""});
    for (const auto& entry : entries) {
        const auto& run = entry.summary;
        if (!entry.problem.empty())
            continue;
        line({visibleLine(shownName(run.label, entry.path)), shownOutcomeWord(run),
              run.batchSize > 0 ? formatCount(run.batchSize) : "", visibleLine(run.device),
              std::isnan(run.testAccuracy) ? "" : formatShare(run.testAccuracy, 2), durationText(run),
              run.imagesPerSecond > 0 ? formatImagesPerSecond(run.imagesPerSecond) : "",
              run.startUnixMs > 0 ? formatLocalTime(run.startUnixMs) : "",
              anyNamed ? visibleLine(entry.path.stem().string()) : ""});
    }
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
                        {"images_per_second", known(run.imagesPerSecond)},
                        {"start_unix_ms", known(run.startUnixMs)},
                        {"end_unix_ms", known(run.endUnixMs)}});
    }
    printJson(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

int listRuns(const std::string& folder, bool json)
{
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
    else if (std::error_code unknown; !folder.empty() && !std::filesystem::exists(folder, unknown))
        print(
            "The folder {} does not exist. Name a folder with runs, or create it with a run: `stepscope run "
            "--library {} --out report`.\n",
            folder, folder);
    else if (entries.empty())
        print("There are no runs in {} yet; `stepscope run --out report` creates one.\n",
              library.folder().string());
    else
        printTable(entries);
    return isWhole ? exitDone : exitFailed;
}

} // namespace

Command makeRunsCommand(CLI::App& program)
{
    auto* command = program.add_subcommand("runs", "List the runs in the library");
    auto library = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    addLibraryOption(*command, *library);
    command->add_flag("--json", *json, "Print a JSON array");
    command->footer("Examples:\n  stepscope runs\n  stepscope runs --library results --json\n\n"
                    "Exit codes: 0 done, 1 a file cannot be read (the others are listed), 2 wrong use.");
    return {command, [library, json] { return listRuns(*library, *json); }};
}

} // namespace stepscope
