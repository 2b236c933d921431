#pragma once

#include <filesystem>

namespace stepscope {

/// $XDG_DATA_HOME/stepscope, else ~/.local/share/stepscope. Not created.
std::filesystem::path dataFolder();

/// $XDG_CACHE_HOME/stepscope, else ~/.cache/stepscope: for what can be made again. Not created.
std::filesystem::path cacheFolder();

/// The folder of the program's own libraries.
std::filesystem::path libraryFolder();

/// The program `stepscope`, to run it again as another process; a test finds it beside the libraries. Throws
/// Error when it is not there.
std::filesystem::path programPath();

} // namespace stepscope
