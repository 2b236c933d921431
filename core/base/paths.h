#pragma once

#include <filesystem>

namespace stepscope {

/// $XDG_DATA_HOME/stepscope, else ~/.local/share/stepscope. Not created.
std::filesystem::path dataFolder();

/// The folder of the program's own libraries.
std::filesystem::path libraryFolder();

} // namespace stepscope
