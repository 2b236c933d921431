#pragma once

#include <filesystem>
#include <string>

namespace stepscope {

/// The folders of PATH that are absolute, joined by colons; /bin and /usr/bin without PATH. The system takes
/// an empty or relative folder of PATH for one below the current folder, whose programs may be anybody's.
std::string absoluteSearchPath();

/// Takes the other folders out of this process's PATH, for the programs that it starts and those that they
/// start, except recorded ones. To be called before there are threads.
void keepAbsoluteSearchPath();

/// The path of the executable file of this name, looked up in absoluteSearchPath(), unless it has a slash.
/// Empty when there is none.
std::filesystem::path findProgram(const std::string& name);

} // namespace stepscope
