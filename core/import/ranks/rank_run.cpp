#include "core/import/ranks/rank_run.h"

#include "core/base/clock.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/run/run_times.h"
#include "core/run_file/run_file.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace stepscope {

std::optional<RankRun> rankRunOf(const std::filesystem::path& runFile)
{
    const auto run = readRunFile(runFile, {.eventBytes = 0, .steps = false, .samples = false}).run;
    const auto rank = rankOf(run);
    if (rank.rank < 0 || rank.worldSize < 2)
        return std::nullopt;
    if (run.kind != RunKind::Program)
        return RankRun{.rank = rank};
    return RankRun{.rank = rank,
                   .startUnixMs = run.startUnixMs,
                   .endUnixMs = run.isOver() ? run.endUnixMs : unixMsNow(),
                   .isOver = run.isOver()};
}

/// Wall clock at time 0 of the run's events.
static int64_t firstUnixNsOf(const Run& run)
{
    if (run.startUnixMs <= 0 || run.trace.empty())
        return 0;
    const int64_t firstNs = run.trace.startNs.front();
    return unixNsOf(run, firstNs) - firstNs;
}

ImportedRun readRankRun(const std::filesystem::path& runFile)
{
    auto stored = readRunFile(runFile);
    ImportedRun imported{.run = std::move(stored.run), .origin = {}, .log = {}};
    auto& origin = imported.origin;
    origin.file = runFile;
    origin.format = translated("recorded run");
    std::error_code ignored;
    origin.fileBytes = origin.contentBytes = int64_t(std::filesystem::file_size(runFile, ignored));
    origin.firstUnixNs = firstUnixNsOf(imported.run);
    origin.rank = rankOf(imported.run);
    origin.name = imported.run.experiment.network;
    origin.device = imported.run.experiment.device;
    origin.environment = stored.environment;
    for (auto& problem : stored.problems)
        imported.log.damage(std::move(problem));
    if (imported.run.leftOut.events > 0)
        imported.log.find(translatedPlural("{count} event is left out, because it does not fit in memory.",
                                           "{count} events are left out, because they do not fit in memory.",
                                           imported.run.leftOut.events,
                                           {{"count", formatCount(imported.run.leftOut.events)}}));
    return imported;
}

} // namespace stepscope
