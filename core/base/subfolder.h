#pragma once

#include <filesystem>

namespace stepscope {

// Folders of fixed names that Stepscope makes inside of a folder that the user has named. A link of such a
// name may have been planted by somebody else, to have files elsewhere replaced. The folder that the user has
// named may be a link.

/// Throws Error when there is a symbolic link of this name, wherever it leads.
void refuseLinkedFolder(const std::filesystem::path& folder);

/// Makes the folder unless it is there, and those above it. Throws Error, also when it is a symbolic link.
void makeSubfolder(const std::filesystem::path& folder);

} // namespace stepscope
