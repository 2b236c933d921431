#include "core/import/tensorboard/tensorboard_reader.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/experiment/experiment_fields.h"
#include "core/import/shared/imported_run.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tensorboard/tensorboard_graph.h"
#include "core/import/tensorboard/tfrecord.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace stepscope {

namespace {

constexpr int64_t nsPerMs = 1'000'000;
constexpr std::string_view contentMark = "brain.Event:";

/// Sort key of a file: the time in its name, then the name: "events.out.tfevents.1700000000.host.17.0".
std::pair<int64_t, std::string> orderOf(const std::filesystem::path& path)
{
    std::string name = path.filename().string();
    int64_t began = 0;
    if (const auto mark = name.find(tensorBoardMark); mark != name.npos) {
        const char* at = name.data() + std::min(mark + tensorBoardMark.size() + 1, name.size());
        std::from_chars(at, name.data() + name.size(), began);
    }
    return {began, std::move(name)};
}

/// "1 histogram", of a kind as in TensorBoardLog::others().
std::string countedKind(const std::string& kind, int64_t count)
{
    const TextValues values = {{"count", formatCount(count)}, {"plugin", kind}};
    if (kind == "audio")
        return translatedPlural("{count} audio clip", "{count} audio clips", count, values);
    if (kind == "histograms")
        return translatedPlural("{count} histogram", "{count} histograms", count, values);
    if (kind == "images")
        return translatedPlural("{count} image", "{count} images", count, values);
    if (kind == "log messages")
        return translatedPlural("{count} log message", "{count} log messages", count, values);
    if (kind == "meta graphs")
        return translatedPlural("{count} meta graph", "{count} meta graphs", count, values);
    if (kind == "scalars without a single number")
        return translatedPlural("{count} scalar without a single number",
                                "{count} scalars without a single number", count, values);
    if (kind == "text")
        return translatedPlural("{count} text", "{count} texts", count, values);
    if (kind == "values of unknown kind")
        return translatedPlural("{count} value of unknown kind", "{count} values of unknown kind", count,
                                values);
    if (kind == "run metadata")
        return translatedPlural("{count} set of run metadata", "{count} sets of run metadata", count, values);
    return translatedPlural("{count} value of the plugin {plugin}", "{count} values of the plugin {plugin}",
                            count, values);
}

/// "12 images, 30 histograms and 1 text".
std::string othersText(const std::map<std::string, int64_t>& others)
{
    std::vector<std::string> parts;
    for (const auto& [kind, count] : others)
        parts.push_back(countedKind(kind, count));
    const std::string last = parts.back();
    parts.pop_back();
    return parts.empty() ? last
                         : translated("{list} and {last}",
                                      {{"list", fmt::format("{}", fmt::join(parts, ", "))}, {"last", last}});
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
    return translated("Not shown: {kinds}.", {{"kinds", othersText(events.others())}});
}

/// Throws for files with neither scalars nor a graph nor hyperparameters: NothingToImport if they were read
/// completely, otherwise Error.
[[noreturn]] void refuseEmpty(const std::filesystem::path& path, const TensorBoardFiles& files)
{
    if (!files.damages().empty())
        throw Error(
            translated("{file} has no scalars and no graph that could be read.", {{"file", path.string()}}) +
            fmt::format(" {}", fmt::join(files.damages(), " ")));
    std::string sentence = translated("{file} has no scalars and no graph, so there is nothing to show.",
                                      {{"file", path.string()}});
    if (!files.log().others().empty())
        sentence += " " + notShownText(files.log());
    for (const std::string& openEnd : files.openEnds())
        sentence += " " + openEnd;
    throw NothingToImport(sentence);
}

void describe(const TensorBoardFiles& files, const ImportOrigin& origin, ImportLog& log)
{
    const TensorBoardLog& events = files.log();
    const auto count = int64_t(files.files());
    const TextValues values = {{"file", origin.file.string()},
                               {"format", origin.format},
                               {"size", formatBytes(double(origin.fileBytes))},
                               {"count", formatCount(count)}};
    log.find(count > 1
                 ? translatedPlural("Imported from {file}: {format}, {size} in {count} file.",
                                    "Imported from {file}: {format}, {size} in {count} files.", count, values)
                 : translated("Imported from {file}: {format}, {size}.", values));
    log.find(translated("{events}: {tags} with {scalars} in {time}.",
                        {{"events", translatedPlural("{count} event", "{count} events", events.events(),
                                                     {{"count", formatCount(events.events())}})},
                         {"tags", translatedPlural("{count} tag", "{count} tags", events.tags(),
                                                   {{"count", formatCount(events.tags())}})},
                         {"scalars", translatedPlural("{count} scalar", "{count} scalars", events.scalars(),
                                                      {{"count", formatCount(events.scalars())}})},
                         {"time", formatNs(double(events.lengthNs()))}}));
    if (!events.hyperparameters().empty()) {
        std::vector<std::string> parts;
        for (const auto& [name, value] : events.hyperparameters())
            parts.push_back(fmt::format("{} = {}", name, value));
        log.find(translated("Hyperparameters: {values}.",
                            {{"values", fmt::format("{}", fmt::join(parts, ", "))}}));
    }
    if (!events.others().empty())
        log.find(notShownText(events));
    if (events.tagsFallingBack() > 0)
        log.find(translatedPlural("The steps of {count} tag go back, as after a restart: curves show what "
                                  "was logged last, tables contain everything.",
                                  "The steps of {count} tags go back, as after a restart: curves show what "
                                  "was logged last, tables contain everything.",
                                  events.tagsFallingBack(),
                                  {{"count", formatCount(events.tagsFallingBack())}}));
    if (events.notFinite() > 0)
        log.find(translatedPlural("{count} scalar is not finite.", "{count} scalars are not finite.",
                                  events.notFinite(), {{"count", formatCount(events.notFinite())}}));
    if (events.eventsWithoutTime() > 0)
        log.find(translatedPlural(
            "{count} event has no valid time; the time of the previous event is used.",
            "{count} events have no valid time; the time of the previous event is used.",
            events.eventsWithoutTime(), {{"count", formatCount(events.eventsWithoutTime())}}));
    for (const std::string& sentence : files.openEnds())
        log.find(sentence);
    if (events.unreadableEvents() > 0)
        log.damage(translatedPlural("{count} event could not be read completely.",
                                    "{count} events could not be read completely.", events.unreadableEvents(),
                                    {{"count", formatCount(events.unreadableEvents())}}));
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
        throw Error(translated("Cannot read the folder {folder}: {reason}.",
                               {{"folder", folder.string()}, {"reason", error.code().message()}}));
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
        throw Error(
            translated("{file} has no TensorBoard events that could be read.", {{"file", path.string()}}));
    if (events.scalars() == 0 && events.graph().empty() && events.hyperparameters().empty())
        refuseEmpty(path, files);
    ImportedRun imported{.run = importedRunOf(options.name),
                         .origin = {.file = path,
                                    .format = translated("TensorBoard events"),
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
