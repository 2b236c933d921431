#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this begins as folded stacks do: nearly every line ends in a number behind a blank, and some line
/// has a ";". Other text may look the same, so that others are to be asked first.
bool isFoldedStacks(std::string_view head);

/// Reads folded stacks, "main;train;gemm 123" a line, as Brendan Gregg's stackcollapse scripts, perf, py-spy,
/// async-profiler and many others write them. They do not say what they count; as usual samples are assumed.
ImportedRun readFoldedStacks(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
