#include "core/run/run_library.h"

#include "core/base/error.h"
#include "core/base/paths.h"
#include "core/run/run_file.h"
#include "core/run/run_file_schema.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace stepscope {

namespace {

int64_t changeNs(const std::filesystem::path& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return 0;
    return int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
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

std::string fileNamePart(std::string text)
{
    std::ranges::replace_if(
        text, [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '.'; }, '-');
    return text;
}

} // namespace

std::filesystem::path defaultLibraryFolder()
{
    if (const char* folder = std::getenv("STEPSCOPE_LIBRARY"); folder && *folder)
        return folder;
    return dataFolder() / "runs";
}

std::filesystem::path newRunPath(const std::filesystem::path& folder, const Experiment& experiment)
{
    std::tm now{};
    const std::time_t seconds = std::time(nullptr);
    localtime_r(&seconds, &now);
    const auto name = fmt::format("{:%Y-%m-%d_%H-%M-%S}_{}_batch{}_{}", now, fileNamePart(experiment.network),
                                  experiment.batchSize, fileNamePart(experiment.device));
    auto path = folder / fmt::format("{}{}", name, runFileSuffix);
    for (int copy = 2; std::filesystem::exists(path); ++copy)
        path = folder / fmt::format("{}_{}{}", name, copy, runFileSuffix);
    return path;
}

std::vector<LibraryEntry> RunLibrary::list()
{
    std::vector<LibraryEntry> entries;
    std::map<std::filesystem::path, Known> known;
    try {
        if (!std::filesystem::exists(m_folder))
            return {};
        for (const auto& file : std::filesystem::directory_iterator(m_folder)) {
            const auto& path = file.path();
            if (path.extension() != runFileSuffix)
                continue;
            const std::pair stamp(changeNs(path), changeNs(path.string() + "-wal"));
            const auto before = m_known.find(path);
            // A run that goes on is asked each time: its process may have gone without a trace.
            const bool same = before != m_known.end() && before->second.stamp == stamp &&
                              before->second.entry.summary.outcome >= RunOutcome::Finished;
            const auto& now = known[path] = same ? before->second : Known{stamp, readEntry(path)};
            if (now.entry.summary.kind == RunKind::Training)
                entries.push_back(now.entry);
        }
    } catch (const std::filesystem::filesystem_error& error) {
        throw Error(fmt::format("The folder of runs {} cannot be read: {}.", m_folder.string(),
                                error.code().message()));
    }
    m_known = std::move(known);
    std::ranges::sort(entries, [](const LibraryEntry& a, const LibraryEntry& b) {
        return a.summary.startUnixMs != b.summary.startUnixMs ? a.summary.startUnixMs > b.summary.startUnixMs
                                                              : a.path > b.path;
    });
    return entries;
}

std::filesystem::path findRun(const std::string& wanted, RunLibrary& library)
{
    if (std::filesystem::exists(wanted))
        return wanted;
    std::vector<std::filesystem::path> found;
    for (const auto& entry : library.list()) {
        if (entry.summary.label.name == wanted)
            return entry.path;
        if (entry.path.filename().string().starts_with(wanted) ||
            (!entry.summary.label.name.empty() && entry.summary.label.name.starts_with(wanted)))
            found.push_back(entry.path);
    }
    if (found.empty())
        throw Error(
            fmt::format("There is no run {}: neither a file of this name nor one in {}; 'stepscope runs' "
                        "lists them.",
                        wanted, library.folder().string()));
    if (found.size() > 1)
        throw Error(fmt::format("{} runs begin with {}: {} and {}; give more of the name.", found.size(),
                                wanted, found[0].filename().string(), found[1].filename().string()));
    return found.front();
}

} // namespace stepscope
