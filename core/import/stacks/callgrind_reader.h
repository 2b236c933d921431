#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this begins as a profile in Callgrind's format: with "# callgrind format", or with a line of
/// events and one of functions.
bool isCallgrind(std::string_view head);

/// Reads Callgrind's profile format, of Callgrind, Cachegrind, Xdebug and the many that write for
/// KCachegrind: names and their abbreviations, called functions with their files, several parts. Of several
/// events the first one is shown. Positions and jumps mean nothing here. The file knows functions and calls
/// between two of them: how stacks are made of these says addStacks(). After
/// https://valgrind.org/docs/manual/cl-format.html. Throws Error.
ImportedRun readCallgrind(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
