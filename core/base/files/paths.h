#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope {

/// $XDG_DATA_HOME/stepscope, else ~/.local/share/stepscope. Not created.
std::filesystem::path dataFolder();

/// $XDG_CACHE_HOME/stepscope, else ~/.cache/stepscope: for files that can be created again. Not created.
std::filesystem::path cacheFolder();

/// The folder of Stepscope's own libraries.
std::filesystem::path libraryFolder();

/// "a.png is a link to b.png, which does not exist."; empty if the path is not such a link.
std::string danglingLinkText(const std::filesystem::path& path);

/// A text as part of a file name: its first `longest` bytes, with a dash for each one that is not a letter, a
/// digit, a dash or a dot.
std::string fileNamePart(std::string_view text, size_t longest = std::string_view::npos);

/// The program `stepscope`, to start it as another process; a test finds it next to the libraries. Throws
/// Error when it is missing.
std::filesystem::path programPath();

} // namespace stepscope
