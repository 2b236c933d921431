#include "core/run_file/run_library.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/files/subfolder.h"
#include "core/base/text/name_list.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"
#include "core/run/imported_experiment.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_schema.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <system_error>

namespace stepscope {

namespace {

/// With fewer runs, reading them is cheaper than keeping a cache.
constexpr size_t worthACache = 100;

/// A run whose outcome is final.
bool isOver(const LibraryEntry& entry)
{
    return entry.problem.empty() && entry.summary.outcome >= RunOutcome::Finished;
}

LibraryEntry readEntry(const std::filesystem::path& path)
{
    LibraryEntry entry{.path = path, .summary = {}, .problem = {}};
    try {
        entry.summary = readRunSummary(path);
    } catch (const Error& error) {
        entry.problem = error.what();
    }
    return entry;
}

/// File systems allow names of 255 bytes, and the names of a run file's journals are longer than its own.
constexpr size_t longestNetwork = 100;
constexpr size_t longestDevice = 20;

/// Creates the file that reserves a name. False: another process has reserved it.
bool reserve(const std::filesystem::path& runFile)
{
    const auto reservation = reservationOf(runFile);
    const FileDescriptor file(
        ::open(reservation.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    return file.isOpen() || errno != EEXIST; // whoever writes there reports why nothing can be written
}

/// Removes reservations that a process has left behind because it was killed.
void removeOldReservations(const std::filesystem::path& folder)
{
    constexpr std::chrono::minutes longest{1};
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const auto& path = entry.path();
        const bool isReservation = path.native().ends_with(reservationOf(runFileSuffix).native()) &&
                                   entry.is_regular_file(ignored) && entry.file_size(ignored) == 0;
        if (isReservation &&
            std::filesystem::file_time_type::clock::now() - entry.last_write_time(ignored) > longest)
            std::filesystem::remove(path, ignored);
    }
}

} // namespace

std::filesystem::path defaultLibraryFolder()
{
    if (const char* folder = std::getenv("STEPSCOPE_LIBRARY"); folder && *folder)
        return folder;
    return dataFolder() / "runs";
}

std::optional<Experiment> experimentOf(const LibraryEntry& entry)
{
    const std::string& json = entry.summary.settings;
    if (json.empty())
        return std::nullopt;
    try {
        const auto imported = importedExperiment(json);
        return imported ? *imported : experimentFromJson(json, entry.path.filename().string());
    } catch (const Error&) { // a later version's
        return std::nullopt;
    }
}

std::filesystem::path newRunPath(const std::filesystem::path& folder, const Experiment& experiment)
{
    std::tm now{};
    const std::time_t seconds = std::time(nullptr);
    localtime_r(&seconds, &now);
    const auto batch = experiment.batchSize > 0 ? fmt::format("_batch{}", experiment.batchSize) : "";
    const auto name =
        fmt::format("{:%Y-%m-%d_%H-%M-%S}_{}{}_{}", now, fileNamePart(experiment.network, longestNetwork),
                    batch, fileNamePart(experiment.device, longestDevice));
    auto path = folder / fmt::format("{}{}", name, runFileSuffix);
    std::error_code unreadable; // whoever writes there reports the reason
    for (int copy = 2; std::filesystem::exists(path, unreadable) || !reserve(path); ++copy)
        path = folder / fmt::format("{}_{}{}", name, copy, runFileSuffix);
    return path;
}

void prepareLibrary(const std::filesystem::path& folder)
{
    makeFolder(folder);
    checkFolderWritable(folder);
    removeOldReservations(folder);
}

static std::string_view nameOf(const std::filesystem::directory_entry& file)
{
    const std::string_view path = file.path().native();
    return path.substr(path.rfind('/') + 1);
}

/// The journals in a folder, so that only existing ones are examined.
static std::unordered_set<std::string> journalsIn(const std::filesystem::path& folder)
{
    std::unordered_set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        if (const auto name = nameOf(file); name.ends_with("-wal"))
            names.emplace(name);
    }
    return names;
}

void RunLibrary::takeFromCache()
{
    if (std::exchange(m_hasAskedCache, true))
        return;
    for (auto& [name, known] : readSummaryCache(m_folder)) {
        LibraryEntry entry{.path = m_folder / name, .summary = std::move(known.summary), .problem = {}};
        m_known.emplace(name, Known{known.stamp, true, std::move(entry)});
    }
}

void RunLibrary::keepInCache()
{
    constexpr size_t mostUnkept = 20;
    constexpr size_t shareUnkept = 50;
    if (m_known.size() < worthACache || m_unkept < mostUnkept + m_known.size() / shareUnkept)
        return;
    SummaryCache cache;
    for (const auto& [name, known] : m_known) {
        if (known.isSettled && isOver(known.entry))
            cache.emplace(name, StampedSummary{known.stamp, known.entry.summary});
    }
    writeSummaryCache(m_folder, cache);
    m_unkept = 0;
}

std::vector<LibraryEntry> RunLibrary::list()
{
    std::vector<const LibraryEntry*> shown; // in the nodes of `known`, which do not move
    std::unordered_map<std::string, Known> known;
    try {
        if (!std::filesystem::exists(m_folder))
            return {};
        takeFromCache();
        const auto journals = journalsIn(m_folder);
        for (const auto& file : std::filesystem::directory_iterator(m_folder)) {
            const auto& path = file.path();
            const std::string name(nameOf(file));
            if (!name.ends_with(runFileSuffix) || name.starts_with('.')) // those are still being written
                continue;
            std::filesystem::path journal;
            if (std::error_code failed; file.is_symlink(failed)) // its journal is next to the link's target
                journal = std::filesystem::weakly_canonical(path, failed).native() + "-wal";
            else if (!journals.empty() && journals.contains(name + "-wal"))
                journal = path.native() + "-wal";
            const auto nowNs = unixMsNow() * 1'000'000;
            const auto stamp = stampOf(path, journal);
            const auto before = m_known.find(name);
            // A running run is read each time: its process may have ended without a trace.
            const bool same = before != m_known.end() && before->second.isSettled &&
                              before->second.stamp == stamp && isOver(before->second.entry);
            auto place = known.end();
            if (same) {
                place = known.insert(m_known.extract(before)).position;
            } else {
                place = known.emplace(name, Known{stamp, isSettled(stamp, nowNs), readEntry(path)}).first;
                m_unkept += place->second.isSettled && isOver(place->second.entry);
            }
            if (const auto& entry = place->second.entry; entry.summary.kind != RunKind::ForwardPass)
                shown.push_back(&entry);
        }
    } catch (const std::filesystem::filesystem_error& error) {
        m_known.clear();
        throw Error(translated("The folder of runs {folder} cannot be read: {reason}.",
                               {{"folder", m_folder.string()}, {"reason", error.code().message()}}));
    }
    m_known = std::move(known);
    keepInCache();
    std::ranges::sort(shown, [](const LibraryEntry* a, const LibraryEntry* b) {
        return a->summary.startUnixMs != b->summary.startUnixMs
                   ? a->summary.startUnixMs > b->summary.startUnixMs
                   : a->path.native() > b->path.native();
    });
    std::vector<LibraryEntry> entries;
    entries.reserve(shown.size());
    for (const auto* each : shown)
        entries.push_back(*each);
    return entries;
}

static std::string listOfFiles(std::span<const std::filesystem::path> files)
{
    std::vector<std::string> names;
    for (const auto& file : files)
        names.push_back(file.filename().string());
    return listOfFirstNames(std::vector<std::string_view>(names.begin(), names.end()));
}

static std::string noRunText(const std::string& wanted, const std::filesystem::path& library,
                             const std::vector<std::string>& names)
{
    auto text = translated("There is no run {name}: neither a file with this name nor a run in {folder}; "
                           "`stepscope runs` lists them.",
                           {{"name", wanted}, {"folder", library.string()}});
    const auto nearest = nearestName(wanted, std::vector<std::string_view>(names.begin(), names.end()));
    if (!nearest.empty())
        text += " " + translated("Did you mean {name}?", {{"name", std::string(nearest)}});
    return text;
}

std::filesystem::path findRun(const std::string& wanted, RunLibrary& library)
{
    if (std::error_code unknown; std::filesystem::exists(wanted, unknown) || unknown)
        return wanted;
    std::vector<std::filesystem::path> called;
    std::vector<std::filesystem::path> found;
    std::vector<std::string> names;
    for (const auto& entry : library.list()) {
        const auto& name = entry.summary.label.name;
        names.insert(names.end(), {name, entry.path.stem().string()});
        if (entry.path.filename() == wanted || entry.path.stem() == wanted)
            return entry.path;
        if (name == wanted)
            called.push_back(entry.path);
        if (entry.path.filename().string().starts_with(wanted) || (!name.empty() && name.starts_with(wanted)))
            found.push_back(entry.path);
    }
    if (called.size() > 1)
        throw Error(translated(
            "{count} runs are named {name}, among them {first} and {second}; give the file name of one.",
            {{"count", std::to_string(called.size())},
             {"name", wanted},
             {"first", called[0].stem().string()},
             {"second", called[1].stem().string()}}));
    if (called.size() == 1)
        return called.front();
    if (found.empty())
        throw Error(noRunText(wanted, library.folder(), names));
    if (found.size() > 1)
        throw Error(translated(
            "{count} runs start with {name}: {runs}; type more of the name.",
            {{"count", std::to_string(found.size())}, {"name", wanted}, {"runs", listOfFiles(found)}}));
    return found.front();
}

} // namespace stepscope
