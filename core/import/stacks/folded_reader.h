#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this looks like folded stacks: nearly every line ends in a space and a number, and some line has a
/// ";". Other text may look the same, so check other formats first.
bool isFoldedStacks(std::string_view head);

/// Reads folded stacks, one "main;train;gemm 123" per line, as written by Brendan Gregg's stackcollapse
/// scripts, perf, py-spy, async-profiler and many others. They do not say what they count; samples are
/// assumed.
ImportedRun readFoldedStacks(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
