#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// A sentence with the Git commit of a folder, and whether tracked files were changed since. Empty without a
/// repository or Git, or if Git takes longer than two seconds.
std::string sourceRevision(const std::filesystem::path& folder);

} // namespace stepscope
