#pragma once

#include "core/import/shared/imported_run.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>

namespace stepscope {

/// The rank and the times of a run.
struct RankRun
{
    TraceRank rank;
    int64_t startUnixMs = 0;
    int64_t endUnixMs =
        std::numeric_limits<int64_t>::max(); ///< so far, while it runs; the maximum: not known
    bool isOver = true;
};

/// nullopt for a run that is not of a distributed training. Throws Error if the file cannot be read.
std::optional<RankRun> rankRunOf(const std::filesystem::path& runFile);

/// Reads the run of a rank in the form of an imported trace. It may still be running. Throws Error.
ImportedRun readRankRun(const std::filesystem::path& runFile);

} // namespace stepscope
