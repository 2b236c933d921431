#pragma once

#include "core/import/shared/import_log.h"
#include "core/import/shared/import_options.h"
#include "core/machine/environment.h"
#include "core/run/imported_experiment.h"
#include "core/run/imported_facts.h"
#include "core/run/run.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// Where an imported run came from.
struct ImportOrigin
{
    std::filesystem::path file;
    std::string format; ///< "Chrome trace of PyTorch's profiler"
    int64_t fileBytes = 0;
    int64_t contentBytes = 0;              ///< when inflated
    int64_t firstUnixNs = 0;               ///< wall clock of the trace's time 0; 0: not known
    std::string name = {};                 ///< of the run; importFile() sets it
    TraceRank rank;                        ///< of a distributed run
    std::vector<TraceDevice> devices = {}; ///< that the file lists, with or without work in the trace
    std::string device;                    ///< see Experiment::device; empty: the file does not say
    int threadsPerOperator = 0;            ///< on processors; 0: not known
    std::string hostName;                  ///< of the machine; empty: not known
    int64_t cudaRuntime = 0;               ///< 1000 × major + 10 × minor version; 0: not known
    int64_t cudaDriver = 0;                ///< the CUDA release that the driver supports, likewise
    std::string nccl;                      ///< version; empty: not known
    std::optional<Environment>
        environment;        ///< of a file that contains it; else only the facts above are known
    std::string stepSource; ///< origin of detected steps, from the file; empty: recorded
};

struct ImportedRun
{
    /// A finished run without a data set. Its log lists its origin and the problems found; its trace's times
    /// count from the first event.
    Run run;
    ImportOrigin origin;
    ImportLog log;
};

/// A finished run with this trace. Its log lists the trace's origin, its content and the problems found.
/// Throws NothingToImport if the trace is empty.
ImportedRun importedRun(Trace trace, ImportOrigin origin, ImportLog log);

/// A finished run of which only the name is known; importFile() names one that has none.
Run importedRunOf(const std::string& name);

/// Writes an importer's findings and problems into the run's log.
void writeImportLog(const ImportLog& log, Run& run);

/// Puts the log that the run had when its file was written before the import's findings, without duplicates.
void keepEarlierLog(std::vector<LogEntry> earlier, ImportedRun& imported);

/// File name pattern of TensorBoard's event files, such as "events.out.tfevents.1700000000.host".
inline constexpr std::string_view tensorBoardPattern = "*tfevents*";
/// The pattern without its asterisks.
inline constexpr std::string_view tensorBoardMark =
    tensorBoardPattern.substr(1, tensorBoardPattern.size() - 2);

/// Whether a file is named as TensorBoard names event files.
bool isTensorBoardName(const std::filesystem::path& path);

} // namespace stepscope
