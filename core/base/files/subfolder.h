#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// Makes the folder unless it is there, and those above it; never once a signal is ending the program, which
/// removes unfinished folders. Throws Error.
void makeFolder(const std::filesystem::path& folder);

/// Throws Error: the folder cannot be made.
[[noreturn]] void failToMakeFolder(const std::filesystem::path& folder, const std::string& reason);

// Folders of fixed names that Stepscope makes inside of a folder that the user has named. A link of such a
// name may have been planted by somebody else, to have files elsewhere replaced. The folder that the user has
// named may be a link.

/// Throws Error when there is a symbolic link of this name, wherever it leads.
void refuseLinkedFolder(const std::filesystem::path& folder);

/// makeFolder(), but throws Error, too, when it is a symbolic link.
void makeSubfolder(const std::filesystem::path& folder);

} // namespace stepscope
