#include "core/import/tensorboard/tensorboard_reader.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/base/text/format_counted.h"
#include "core/experiment/experiment_fields.h"
#include "core/import/shared/imported_run.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tensorboard/tensorboard_graph.h"
#include "core/import/tensorboard/tfrecord.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace stepscope {

namespace {

constexpr std::string_view fileMark = "tfevents";
constexpr int64_t nsPerMs = 1'000'000;
constexpr std::string_view contentMark = "brain.Event:";

/// Sort key of a file: the time in its name, then the name: "events.out.tfevents.1700000000.host.17.0".
std::pair<int64_t, std::string> orderOf(const std::filesystem::path& path)
{
    std::string name = path.filename().string();
    int64_t began = 0;
    if (const auto mark = name.find(fileMark); mark != name.npos) {
        const char* at = name.data() + std::min(mark + fileMark.size() + 1, name.size());
        std::from_chars(at, name.data() + name.size(), began);
    }
    return {began, std::move(name)};
}

/// "values of unknown kind" in the singular; the noun is the first or the last word.
std::string singular(std::string kind)
{
    const auto space = kind.find(' ');
    const bool isFirst = space != kind.npos && kind[space - 1] == 's';
    const size_t end = isFirst ? space : kind.size();
    if (end > 0 && kind[end - 1] == 's')
        kind.erase(end - 1, 1);
    return kind;
}

/// "12 images, 30 histograms and 1 text".
std::string othersText(const std::map<std::string, int64_t>& others)
{
    std::vector<std::string> parts;
    for (const auto& [kind, count] : others)
        parts.push_back(fmt::format("{} {}", formatCount(count), count == 1 ? singular(kind) : kind));
    const std::string last = parts.back();
    parts.pop_back();
    return parts.empty() ? last : fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

/// Sets the field from the first of these hyperparameters that has a valid value.
void take(const std::map<std::string, std::string>& from, std::initializer_list<const char*> names,
          std::string_view key, Experiment& experiment)
{
    for (const char* name : names) {
        const auto found = from.find(name);
        if (found == from.end())
            continue;
        try {
            setField(experiment, *findExperimentField(key), found->second);
            return;
        } catch (const Error&) {
            continue; // it means something else here
        }
    }
}

void takeHyperparameters(const std::map<std::string, std::string>& from, Experiment& experiment)
{
    take(from, {"batch_size", "batchsize", "bsize", "bs", "batch"}, "batch_size", experiment);
    take(from, {"lr", "learning_rate", "learningrate"}, "optimizer.learning_rate", experiment);
    take(from, {"epochs", "num_epochs", "max_epochs"}, "epochs", experiment);
    take(from, {"seed"}, "seed", experiment);
    if (const auto optimizer = from.find("optimizer"); optimizer != from.end())
        experiment.optimizer = optimizer->second;
}

std::string notShownText(const TensorBoardLog& events)
{
    return fmt::format("Not shown: {}.", othersText(events.others()));
}

/// Throws for files with neither scalars nor a graph nor hyperparameters: NothingToImport if they were read
/// completely, otherwise Error.
[[noreturn]] void refuseEmpty(const std::filesystem::path& path, const TensorBoardFiles& files)
{
    if (!files.damages().empty())
        throw Error(fmt::format("{} has no scalars and no graph that could be read. {}", path.string(),
                                fmt::join(files.damages(), " ")));
    std::string sentence =
        fmt::format("{} has no scalars and no graph, so there is nothing to show.", path.string());
    if (!files.log().others().empty())
        sentence += " " + notShownText(files.log());
    for (const std::string& openEnd : files.openEnds())
        sentence += " " + openEnd;
    throw NothingToImport(sentence);
}

void describe(const TensorBoardFiles& files, const ImportOrigin& origin, ImportLog& log)
{
    const TensorBoardLog& events = files.log();
    std::string from = fmt::format("Imported from {}: {}, {}", origin.file.string(), origin.format,
                                   formatBytes(double(origin.fileBytes)));
    if (files.files() > 1)
        from += fmt::format(" in {} files", formatCount(int64_t(files.files())));
    log.find(from + ".");
    log.find(fmt::format("{}: {} with {} in {}.", formatCounted(events.events(), "event"),
                         formatCounted(events.tags(), "tag"), formatCounted(events.scalars(), "scalar"),
                         formatNs(double(events.lengthNs()))));
    if (!events.hyperparameters().empty()) {
        std::vector<std::string> parts;
        for (const auto& [name, value] : events.hyperparameters())
            parts.push_back(fmt::format("{} = {}", name, value));
        log.find(fmt::format("Hyperparameters: {}.", fmt::join(parts, ", ")));
    }
    if (!events.others().empty())
        log.find(notShownText(events));
    if (events.tagsFallingBack() > 0)
        log.find(fmt::format("The steps of {} go back, as after a restart: curves show what was logged last, "
                             "tables contain everything.",
                             formatCounted(events.tagsFallingBack(), "tag")));
    if (events.notFinite() > 0)
        log.find(fmt::format("{} {} not finite.", formatCounted(events.notFinite(), "scalar"),
                             events.notFinite() == 1 ? "is" : "are"));
    if (events.eventsWithoutTime() > 0)
        log.find(fmt::format("{} {} no valid time; the time of the previous event is used.",
                             formatCounted(events.eventsWithoutTime(), "event"),
                             events.eventsWithoutTime() == 1 ? "has" : "have"));
    for (const std::string& sentence : files.openEnds())
        log.find(sentence);
    if (events.unreadableEvents() > 0)
        log.damage(fmt::format("{} could not be read completely.",
                               formatCounted(events.unreadableEvents(), "event")));
    for (const std::string& sentence : files.damages())
        log.damage(sentence);
}

} // namespace

bool isTensorBoardFile(std::string_view head)
{
    constexpr size_t startBytes = 128;
    return isTfRecordHead(head) || head.substr(0, startBytes).find(contentMark) != head.npos;
}

std::vector<std::filesystem::path> eventFilesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    try {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (isTensorBoardName(entry.path()) && entry.is_regular_file())
                files.push_back(entry.path());
        }
    } catch (const std::filesystem::filesystem_error& error) {
        throw Error(fmt::format("Cannot read the folder {}: {}.", folder.string(), error.code().message()));
    }
    std::ranges::sort(files, {}, orderOf);
    return files;
}

std::vector<std::filesystem::path> tensorBoardRunsIn(const std::filesystem::path& folder)
{
    using Options = std::filesystem::directory_options;
    std::vector<std::filesystem::path> runs;
    if (!eventFilesIn(folder).empty())
        runs.push_back(folder);
    std::error_code problem;
    std::filesystem::recursive_directory_iterator entry(folder, Options::skip_permission_denied, problem);
    for (; !problem && entry != std::filesystem::recursive_directory_iterator(); entry.increment(problem)) {
        std::error_code ignored;
        if (!isTensorBoardName(entry->path()) || !entry->is_regular_file(ignored))
            continue;
        const auto parent = entry->path().parent_path();
        if (parent != folder && std::ranges::find(runs, parent) == runs.end())
            runs.push_back(parent);
    }
    std::ranges::sort(runs);
    return runs;
}

ImportedRun readTensorBoard(const std::filesystem::path& path, const ImportOptions& options)
{
    TensorBoardFiles files(path);
    files.readOn(options);
    const TensorBoardLog& events = files.log();
    if (events.fileVersion().empty() && events.scalars() == 0 && events.graph().empty())
        throw Error(fmt::format("{} has no TensorBoard events that could be read.", path.string()));
    if (events.scalars() == 0 && events.graph().empty() && events.hyperparameters().empty())
        refuseEmpty(path, files);
    ImportedRun imported{.run = importedRunOf(path, options.name),
                         .origin = {.file = path,
                                    .format = "TensorBoard events",
                                    .fileBytes = files.fileBytes(),
                                    .contentBytes = files.contentBytes(),
                                    .firstUnixNs = events.startUnixNs(),
                                    .name = options.name}};
    Run& run = imported.run;
    takeHyperparameters(events.hyperparameters(), run.experiment);
    run.startUnixMs = events.startUnixNs() / nsPerMs;
    run.endUnixMs = (events.startUnixNs() + events.lengthNs()) / nsPerMs;
    run.scalars = files.log().takeScalars();
    if (!events.graph().empty())
        run.graph =
            std::make_shared<const NetworkGraph>(graphOfGraphDef(events.graph(), run.experiment.network));
    describe(files, imported.origin, imported.log);
    writeImportLog(imported.log, run);
    return imported;
}

} // namespace stepscope
