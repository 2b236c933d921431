#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// Which commit of its Git repository a folder is at, and whether files that Git knows were changed since: a
/// sentence. Empty where there is no repository, no Git, or Git takes longer than two seconds.
std::string sourceRevision(const std::filesystem::path& folder);

} // namespace stepscope
