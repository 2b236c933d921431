#pragma once

#include "core/import/shared/imported_run.h"

#include <vector>

namespace stepscope {

/// Whether a file that begins so holds TensorBoard's events.
bool isTensorBoardFile(std::string_view head);

/// The event files that lie in a folder itself, in the order in which they were begun: those of one run.
/// Throws Error when the folder cannot be read.
std::vector<std::filesystem::path> eventFilesIn(const std::filesystem::path& folder);

/// The folders with event files in a log folder, itself included, in the order of names: a run each. What
/// cannot be read is left out; throws Error for the folder itself.
std::vector<std::filesystem::path> tensorBoardRunsIn(const std::filesystem::path& folder);

/// Reads a run from one event file, or from all that lie in a folder. Scalars become the run's; the last
/// GraphDef its graph; hyperparameters stand in its log, and those that an experiment knows in it. Everything
/// else is counted in the log. Throws Error when nothing can be read, or ImportCancelled.
ImportedRun readTensorBoard(const std::filesystem::path& path, const ImportOptions& options);

} // namespace stepscope
