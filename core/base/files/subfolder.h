#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// Creates the folder and its parents if they do not exist. Never returns once a signal is ending the
/// program, which removes unfinished folders. Throws Error.
void makeFolder(const std::filesystem::path& folder);

/// Throws Error: the folder cannot be created.
[[noreturn]] void failToMakeFolder(const std::filesystem::path& folder, const std::string& reason);

// Folders with fixed names that Stepscope creates inside a folder that the user has named. Somebody else may
// have planted a link with such a name, to have files elsewhere replaced. The folder that the user has named
// may be a link.

/// Throws Error when there is a symbolic link with this name, wherever it leads.
void refuseLinkedFolder(const std::filesystem::path& folder);

/// makeFolder(), but also throws Error when the folder is a symbolic link.
void makeSubfolder(const std::filesystem::path& folder);

} // namespace stepscope
