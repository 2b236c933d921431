#pragma once

#include "core/run/run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// One check of an installation.
struct Check
{
    std::string what;
    std::string problem; ///< empty: it holds
};

/// Whether a finished run is what it should be: finite losses, a profile whose sums hold, a graph.
std::vector<Check> checkRun(const Run& run);

/// Whether each file of the run's report can be read back and says the same as the run.
std::vector<Check> checkReport(const Run& run, const std::filesystem::path& folder, bool withPictures);

} // namespace stepscope
