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
    std::string problem; ///< empty: the check passed
};

/// Checks a finished run: finite losses, a profile whose sums are correct, a graph.
std::vector<Check> checkRun(const Run& run);

/// Checks that each file of the run's report can be read back and agrees with the run.
std::vector<Check> checkReport(const Run& run, const std::filesystem::path& folder, bool withPictures);

} // namespace stepscope
