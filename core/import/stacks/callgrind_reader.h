#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the start of a profile in Callgrind's format: "# callgrind format", or a line of events
/// and one of functions.
bool isCallgrind(std::string_view head);

/// Reads Callgrind's profile format, as written by Callgrind, Cachegrind, Xdebug and other programs for
/// KCachegrind: names and their abbreviations, called functions with their files, several parts. Of several
/// events, the first is shown. Positions and jumps are ignored. The file contains functions and the calls
/// between two of them; addStacks() makes stacks of these. Format:
/// https://valgrind.org/docs/manual/cl-format.html. Throws Error.
ImportedRun readCallgrind(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
