#pragma once

#include "core/import/import.h"
#include "core/run/imported_experiment.h"

namespace stepscope {

/// A finished run around a trace. Its log says where the trace came from, what is in it and what was met.
/// Throws NothingToImport when the trace holds nothing.
ImportedRun importedRun(Trace trace, ImportOrigin origin, ImportLog log);

/// A finished run that nothing is known of but its name; an empty one is the file's.
Run importedRunOf(const std::filesystem::path& file, const std::string& name);

/// Writes what an importer found and met into the run's log.
void writeImportLog(const ImportLog& log, Run& run);

/// Puts the log that the run had when its file was written before what the import has found, without what
/// that repeats.
void keepEarlierLog(std::vector<LogEntry> earlier, ImportedRun& imported);

/// What an imported file is called: its name without ".pt.trace.json.gz", ".sqlite" and the like.
/// TensorBoard's event files are called after their folder.
std::string importedName(const std::filesystem::path& file);

} // namespace stepscope
