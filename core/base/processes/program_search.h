#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// The absolute folders of PATH, joined by colons; /bin and /usr/bin without PATH. The system looks up an
/// empty or relative folder of PATH below the current folder, whose programs may be anybody's.
std::string absoluteSearchPath();

/// Removes the other folders from this process's PATH, for the programs that it starts and those that they
/// start, except recorded ones. Call it before there are threads.
void keepAbsoluteSearchPath();

/// The path of the executable file with this name, looked up in absoluteSearchPath() unless it contains a
/// slash. Empty when there is none.
std::filesystem::path findProgram(const std::string& name);

} // namespace stepscope
