#pragma once

#include "core/import/shared/imported_run.h"

namespace stepscope {

/// Whether this is the start of statistics of Python's cProfile or profile: a marshalled dictionary whose
/// first key is a tuple of three.
bool isCProfile(std::string_view head);

/// Reads statistics of Python's cProfile (".prof"): a dictionary {(file, line, name): (primitive calls,
/// calls, own seconds, cumulative seconds, callers)}, as `python -m cProfile -o FILE` and pstats write it.
/// Functions and their callers are known, stacks are not: see addStacks(). Throws Error.
ImportedRun readCProfile(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
