#pragma once

#include "core/import/shared/imported_run.h"

#include <vector>

namespace stepscope {

/// Whether this is the start of a TensorBoard event file.
bool isTensorBoardFile(std::string_view head);

/// The event files directly in a folder, in the order in which they were started: those of one run. Throws
/// Error if the folder cannot be read.
std::vector<std::filesystem::path> eventFilesIn(const std::filesystem::path& folder);

/// The folders with event files in a log folder, including itself, sorted by name: one run each. Unreadable
/// folders are left out; throws Error for the folder itself.
std::vector<std::filesystem::path> tensorBoardRunsIn(const std::filesystem::path& folder);

/// Reads a run from one event file, or from all directly in a folder. Scalars become the run's; the last
/// GraphDef becomes its graph; hyperparameters go into its log and, where they have a field there, into its
/// experiment. Everything else is counted in the log. Throws Error if nothing can be read, or
/// ImportCanceled.
ImportedRun readTensorBoard(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
