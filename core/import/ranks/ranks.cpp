#include "core/import/ranks/ranks.h"

#include "core/base/text/format.h"
#include "core/import/chrome/chrome_trace_reader.h"
#include "core/import/imported_name.h"
#include "core/import/ranks/rank_clocks.h"
#include "core/import/ranks/rank_run.h"
#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/trace/steps/rank_figures.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <system_error>

namespace stepscope {

namespace {

struct RankFile
{
    std::filesystem::path path;
    int64_t rank = -1;
    std::string by; ///< the source of the rank
    ImportedRun imported;
};

/// 3 of "trainer_rank3.pt.trace.json".
std::optional<int64_t> rankInName(const std::string& name)
{
    for (const std::string_view word : {"rank", "worker"}) {
        for (size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1)) {
            const size_t digits = name.find_first_not_of("_-. ", at + word.size());
            int64_t rank = -1;
            if (digits != std::string::npos &&
                std::from_chars(name.data() + digits, name.data() + name.size(), rank).ec == std::errc())
                return rank;
        }
    }
    return std::nullopt;
}

/// Sets the ranks and sorts the files by them.
void giveRanks(std::vector<RankFile>& files)
{
    const bool areTold =
        std::ranges::all_of(files, [](const RankFile& file) { return file.imported.origin.rank.rank >= 0; });
    const bool areNamed = std::ranges::all_of(
        files, [](const RankFile& file) { return rankInName(file.path.filename().string()).has_value(); });
    for (size_t i = 0; i < files.size(); ++i) {
        RankFile& file = files[i];
        file.rank = areTold    ? file.imported.origin.rank.rank
                    : areNamed ? *rankInName(file.path.filename().string())
                               : int64_t(i);
        file.by = translated(areTold    ? translatable("stated in its file")
                             : areNamed ? translatable("stated in its file's name")
                                        : translatable("by its position among the files"));
    }
    std::ranges::stable_sort(files, {}, &RankFile::rank);
    const auto same = std::ranges::adjacent_find(files, {}, &RankFile::rank);
    if (same != files.end())
        throw Error(
            translated("{file} and {other} both belong to rank {rank}; each rank can be opened only once.",
                       {{"file", same->path.string()},
                        {"other", (same + 1)->path.string()},
                        {"rank", std::to_string(same->rank)}}));
    constexpr int64_t mostRanks = 100;
    if (files.back().rank >= mostRanks)
        throw Error(
            translated("{file} is of rank {rank}; only ranks from 0 to {last} can be opened together.",
                       {{"file", files.back().path.string()},
                        {"rank", std::to_string(files.back().rank)},
                        {"last", std::to_string(mostRanks - 1)}}));
}

/// What the files' names have in common: "resnet" of "resnet_rank0" and "resnet_rank1".
std::string nameOf(const std::vector<RankFile>& files)
{
    std::string common = importedName(files.front().path);
    for (const RankFile& file : files) {
        const std::string name = importedName(file.path);
        common.resize(size_t(std::ranges::mismatch(common, name).in1 - common.begin()));
    }
    const auto cutEnd = [](std::string& text, std::string_view letters) {
        text.resize(text.find_last_not_of(letters) + 1); // npos + 1 is 0
    };
    std::string beforeRank = common;
    cutEnd(beforeRank, "0123456789");
    cutEnd(beforeRank, "_-. ");
    for (const std::string_view word : {"rank", "worker"}) {
        if (beforeRank.ends_with(word))
            common = beforeRank.substr(0, beforeRank.size() - word.size());
    }
    cutEnd(common, "_-. ");
    return translatedPlural("{name} ({count} rank)", "{name} ({count} ranks)", int64_t(files.size()),
                            {{"name", common.empty() ? translated("Distributed run") : common},
                             {"count", std::to_string(files.size())}});
}

std::vector<RankFile> readFiles(std::span<const std::filesystem::path> files, const ImportOptions& options)
{
    std::vector<RankFile> read;
    int64_t bytesBefore = 0;
    int64_t allBytes = 0;
    for (const auto& path : files) {
        std::error_code ignored;
        allBytes += int64_t(std::filesystem::file_size(path, ignored));
    }
    for (const auto& path : files) {
        ImportOptions each = options;
        if (options.progress)
            each.progress = [&](const ImportProgress& progress) {
                options.progress({.bytesRead = bytesBefore + progress.bytesRead, .fileBytes = allBytes});
            };
        RankFile file{.path = path,
                      .imported = isForImport(path) ? importFile(path, each) : readRankRun(path)};
        if (file.imported.run.trace.empty())
            throw NoRankEvents(translated("{file} has no events, so it is not the trace of a rank.",
                                          {{"file", path.string()}}));
        bytesBefore += file.imported.origin.fileBytes;
        read.push_back(std::move(file));
    }
    return read;
}

int64_t firstEventNs(const RankPart& part)
{
    return part.trace.startNs.front() + part.offsetNs;
}

/// Logs the problems found in each file, with its rank.
void tellFiles(const std::vector<RankFile>& files, const std::vector<RankPart>& parts, ImportLog& log)
{
    std::set<int64_t> worlds;
    const int64_t firstNs = std::ranges::min(parts | std::views::transform(firstEventNs));
    for (size_t i = 0; i < files.size(); ++i) {
        const RankFile& file = files[i];
        const auto& origin = file.imported.origin;
        log.find(translatedPlural("Rank {rank} ({source}): {file}, {size}; {count} event, the first one "
                                  "{time} after that of the first rank to begin.",
                                  "Rank {rank} ({source}): {file}, {size}; {count} events, the first one "
                                  "{time} after that of the first rank to begin.",
                                  parts[i].trace.size(),
                                  {{"rank", std::to_string(file.rank)},
                                   {"source", file.by},
                                   {"file", file.path.string()},
                                   {"size", formatBytes(double(origin.fileBytes))},
                                   {"count", formatCount(parts[i].trace.size())},
                                   {"time", formatNs(double(firstEventNs(parts[i]) - firstNs))}}));
        worlds.insert(origin.rank.worldSize);
        for (const std::string& damage : file.imported.log.damages())
            log.damage(translated("Rank {rank}: {problem}",
                                  {{"rank", std::to_string(file.rank)}, {"problem", damage}}));
        for (const std::string& issue : file.imported.log.issues())
            log.find(translated("Rank {rank}: {problem}",
                                {{"rank", std::to_string(file.rank)}, {"problem", issue}}));
    }
    const int64_t world = *worlds.rbegin();
    if (worlds.size() > 1)
        log.damage(translated(
            "The files are of distributed runs of different sizes, so they may not belong to one run."));
    else if (world > int64_t(files.size()))
        log.find(translatedPlural(
            "{count} of the run's {all} ranks is present: statements about all ranks apply to these only.",
            "{count} of the run's {all} ranks are present: statements about all ranks apply to these only.",
            int64_t(files.size()),
            {{"count", std::to_string(files.size())}, {"all", std::to_string(world)}}));
}

/// Keeps what all files say alike of their machines.
void keepCommonFacts(std::span<const RankFile> files, ImportOrigin& origin)
{
    const ImportOrigin& first = files.front().imported.origin;
    const auto isCommon = [&](auto member) {
        return std::ranges::all_of(files, [&](const RankFile& file) {
            return std::invoke(member, file.imported.origin) == std::invoke(member, first);
        });
    };
    const auto keep = [&](auto member) {
        if (isCommon(member))
            std::invoke(member, origin) = std::invoke(member, first);
    };
    keep(&ImportOrigin::hostName);
    keep(&ImportOrigin::cudaRuntime);
    keep(&ImportOrigin::cudaDriver);
    keep(&ImportOrigin::nccl);
    keep(&ImportOrigin::threadsPerOperator);
    if (first.environment && isCommon([](const ImportOrigin& each) {
            return each.environment ? toJson(*each.environment) : std::string();
        }))
        origin.environment = first.environment;
}

} // namespace

bool areRanksOfOneRun(std::span<const std::filesystem::path> files)
{
    std::set<int64_t> ranks;
    std::set<int64_t> worlds;
    int64_t latestStartMs = 0;
    int64_t earliestEndMs = std::numeric_limits<int64_t>::max();
    for (const auto& path : files) {
        TraceRank rank;
        if (isForImport(path)) {
            if (const auto said = chromeRankOf(path))
                rank = {.rank = said->rank, .worldSize = said->worldSize};
        } else if (const auto run = rankRunOf(path)) {
            rank = run->rank;
            latestStartMs = std::max(latestStartMs, run->startUnixMs);
            earliestEndMs = std::min(earliestEndMs, run->endUnixMs);
        }
        if (rank.rank < 0 || !ranks.insert(rank.rank).second)
            return false;
        worlds.insert(rank.worldSize);
    }
    return files.size() > 1 && worlds.size() == 1 && latestStartMs <= earliestEndMs;
}

/// Runs that were recorded on one machine have one monotonic clock, unless it was rebooted in between.
static void agreeOnClock(const std::vector<RankFile>& files, std::vector<int64_t>& firstUnixNs)
{
    constexpr int64_t largestDifferenceNs = 60'000'000'000;
    const auto hostOf = [](const RankFile& file) {
        const auto& environment = file.imported.origin.environment;
        return environment ? environment->hostName : std::string();
    };
    for (size_t i = 1; i < files.size(); ++i) {
        const bool areRuns = !isForImport(files[0].path) && !isForImport(files[i].path);
        if (areRuns && hostOf(files[0]) == hostOf(files[i]) &&
            std::abs(firstUnixNs[i] - firstUnixNs[0]) < largestDifferenceNs)
            firstUnixNs[i] = firstUnixNs[0];
    }
}

/// Moves the parts so that times count from the first event of any rank. Returns by how much.
static int64_t beginWithFirstEvent(std::vector<RankPart>& parts)
{
    int64_t firstNs = std::numeric_limits<int64_t>::max();
    for (const RankPart& part : parts) {
        const Trace& trace = part.trace;
        firstNs = std::min(firstNs, firstEventNs(part));
        if (!trace.steps.empty())
            firstNs = std::min(firstNs, trace.steps.front().startNs + part.offsetNs);
    }
    for (RankPart& part : parts)
        part.offsetNs -= firstNs;
    return firstNs;
}

ImportedRun importRanks(std::span<const std::filesystem::path> paths, const ImportOptions& options)
{
    if (paths.size() < 2)
        throw Error(translated("Opening ranks as one run needs the files of at least two ranks."));
    auto files = readFiles(paths, options);
    giveRanks(files);
    std::vector<RankPart> parts;
    std::vector<int64_t> firstUnixNs;
    ImportOrigin origin{.file = files.front().path,
                        .format = translatedPlural("traces of {count} rank", "traces of {count} ranks",
                                                   int64_t(files.size()),
                                                   {{"count", std::to_string(files.size())}}),
                        .name = nameOf(files)};
    keepCommonFacts(files, origin);
    for (RankFile& file : files) {
        firstUnixNs.push_back(file.imported.origin.firstUnixNs);
        origin.fileBytes += file.imported.origin.fileBytes;
        origin.contentBytes += file.imported.origin.contentBytes;
        parts.push_back({.rank = file.rank, .trace = std::move(file.imported.run.trace)});
    }
    agreeOnClock(files, firstUnixNs);
    ImportLog log;
    origin.firstUnixNs = alignClocks(parts, firstUnixNs, log);
    const int64_t movedNs = beginWithFirstEvent(parts);
    if (origin.firstUnixNs > 0)
        origin.firstUnixNs += movedNs;
    tellFiles(files, parts, log);
    bool isRenumbered = false;
    Trace whole = mergeRanks(parts, isRenumbered);
    if (isRenumbered)
        log.find(
            translated("Several ranks have devices with the same number, so the devices are renumbered."));
    if (!whole.steps.empty())
        log.find(translated(
            "The run's steps are those of rank {rank}; the steps of each rank are among its events.",
            {{"rank", std::to_string(files.front().rank)}}));
    const auto figures = ranksFigures(whole);
    if (figures.unmatched > 0)
        log.find(translatedPlural(
            "One collective call was not found on all ranks and is not counted for stragglers.",
            "{count} collective calls were not found on all ranks and are not counted for stragglers.",
            figures.unmatched, {{"count", formatCount(figures.unmatched)}}));
    return importedRun(std::move(whole), std::move(origin), std::move(log));
}

} // namespace stepscope
