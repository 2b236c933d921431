#pragma once

#include "core/import/shared/imported_run.h"
#include "core/run_file/run_file.h"

namespace stepscope {

/// An imported run in the form in which views and commands show a stored one: named after its file, with the
/// file's description of the machine, and with what could not be read as its problems.
StoredRun storedRun(ImportedRun imported);

/// Writes an imported run to a run file in the folder, which is created if missing. A log of scalars that was
/// written there before, and may have grown since, is replaced and keeps its label. Returns the file. Throws
/// Error.
std::filesystem::path writeImportedRun(const StoredRun& stored, const std::filesystem::path& folder);

} // namespace stepscope
