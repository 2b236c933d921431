#pragma once

#include "core/import/shared/import_log.h"
#include "core/import/shared/import_options.h"
#include "core/run/imported_experiment.h"
#include "core/run/imported_facts.h"
#include "core/run/run.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace stepscope {

/// Where an imported run came from.
struct ImportOrigin
{
    std::filesystem::path file;
    std::string format; ///< "Chrome trace of PyTorch's profiler"
    int64_t fileBytes = 0;
    int64_t contentBytes = 0; ///< when inflated
    int64_t firstUnixNs = 0;  ///< wall clock of the trace's time 0; 0: not known
    std::string name = {};    ///< what the run is called; empty: after its file
    TraceRank rank;           ///< of a distributed run
    std::string stepSource;   ///< what its steps were detected from, says the file; empty: they were recorded
};

struct ImportedRun
{
    /// A finished one without data set. Its log tells where it came from and what was met; its trace's times
    /// count from the first event on.
    Run run;
    ImportOrigin origin;
    ImportLog log;
};

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

/// Whether a file is named as TensorBoard expects it of its events: "events.out.tfevents.1700000000.host".
bool isTensorBoardName(const std::filesystem::path& path);

} // namespace stepscope
