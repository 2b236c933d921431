#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// A sentence with the Git commit of a folder, and whether tracked files were changed since. English in every
/// language, as run files store it. Empty without a repository or Git, or if Git takes longer than two
/// seconds.
std::string sourceRevision(const std::filesystem::path& folder);

/// The same sentence in the user's language. Any other text is returned as it is.
std::string revisionText(const std::string& sentence);

} // namespace stepscope
