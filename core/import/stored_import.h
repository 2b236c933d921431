#pragma once

#include "core/import/shared/imported_run.h"
#include "core/run_file/run_file.h"

namespace stepscope {

/// An imported run as views and commands show a kept one: called after its file, with what the file says of
/// the machine, and with what could not be read as its problems.
StoredRun storedRun(ImportedRun imported);

/// Writes an imported run into a run file of the folder, which is made when it is not there. A log of scalars
/// that was written there before, and may have grown since, is replaced and keeps its label. Returns the
/// file. Throws Error.
std::filesystem::path writeImportedRun(const StoredRun& stored, const std::filesystem::path& folder);

} // namespace stepscope
