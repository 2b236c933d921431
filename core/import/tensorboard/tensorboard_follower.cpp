#include "core/import/tensorboard/tensorboard_follower.h"

#include "core/import/tensorboard/tensorboard_graph.h"
#include "core/import/tensorboard/tensorboard_reader.h"

#include <sys/stat.h>

#include <algorithm>

namespace stepscope {

namespace {

constexpr int64_t quietMs = 10 * 60 * 1000;
constexpr int64_t nsPerMillisecond = 1'000'000;

int64_t changeUnixMs(const std::filesystem::path& file)
{
    struct stat status = {};
    if (::stat(file.c_str(), &status) != 0)
        return 0;
    return int64_t(status.st_mtim.tv_sec) * 1000 + int64_t(status.st_mtim.tv_nsec) / nsPerMillisecond;
}

} // namespace

bool TensorBoardFollower::mayGrow(const std::filesystem::path& log, int64_t nowUnixMs)
{
    const auto isFresh = [&](const std::filesystem::path& file) {
        return nowUnixMs - changeUnixMs(file) < quietMs;
    };
    return std::filesystem::is_directory(log) ? std::ranges::any_of(eventFilesIn(log), isFresh)
                                              : isFresh(log);
}

TensorBoardFollower::TensorBoardFollower(const std::filesystem::path& log, const Run& run)
    : m_path(log)
    , m_files(log)
    , m_startUnixMs(run.startUnixMs)
{
    for (const ScalarSeries& series : run.scalars)
        m_known[series.tag] = series.points.size();
}

std::optional<RunUpdate> TensorBoardFollower::readOn(int64_t nowUnixMs)
{
    m_files.readOn();
    RunUpdate update{.scalars = m_files.log().takeScalars()};
    for (ScalarSeries& series : update.scalars) {
        size_t& known = m_known[series.tag];
        const size_t again = std::min(known, series.points.size());
        series.points.erase(series.points.begin(), series.points.begin() + std::ptrdiff_t(again));
        known -= again;
    }
    std::erase_if(update.scalars, [](const ScalarSeries& series) { return series.points.empty(); });
    const std::string& graph = m_files.log().graph();
    if (!m_isFirst && graph.size() != m_graphBytes)
        update.graph =
            std::make_shared<const NetworkGraph>(graphOfGraphDef(graph, m_path.filename().string()));
    m_graphBytes = graph.size();
    m_isFirst = false;
    if (!mayGrow(m_path, nowUnixMs))
        update.outcome = RunOutcome::Finished;
    if (update.scalars.empty() && !update.graph && !update.outcome)
        return std::nullopt;
    update.endUnixMs = m_startUnixMs + m_files.log().lengthNs() / nsPerMillisecond;
    return update;
}

} // namespace stepscope
