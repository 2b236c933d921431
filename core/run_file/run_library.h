#pragma once

#include "core/experiment/experiment.h"
#include "core/run_file/run_summary.h"
#include "core/run_file/summary_cache.h"

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// The default folder for runs: $STEPSCOPE_LIBRARY, else the folder "runs" in dataFolder(). Not created.
std::filesystem::path defaultLibraryFolder();

/// An unused name for a new run's file: "2026-11-21_08-33-12_mnist-convnet_batch64_cpu.stepscope". A long
/// network name is cut, and a batch size that is not known is left out. If the folder exists, the name is
/// reserved until RunFileWriter has created the file: programs that are recorded at the same time have
/// different names.
std::filesystem::path newRunPath(const std::filesystem::path& folder, const Experiment& experiment);

/// Creates the folder if it is missing. Throws Error when no run can be written there.
void prepareLibrary(const std::filesystem::path& folder);

/// A run file of a library, or why it cannot be shown.
struct LibraryEntry
{
    std::filesystem::path path;
    RunSummary summary;
    std::string problem; ///< a sentence; empty when the file was read
};

/// The settings of the run; none if they are not known.
std::optional<Experiment> experimentOf(const LibraryEntry& entry);

/// The runs of a folder. Remembers what it has read, even across programs, and reads only files that have
/// changed since.
class RunLibrary
{
public:
    explicit RunLibrary(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    const std::filesystem::path& folder() const { return m_folder; }

    /// Reads the folder; the newest run comes first, cold forward passes are left out. A missing folder has
    /// no runs. Throws Error when it cannot be read.
    std::vector<LibraryEntry> list();

private:
    struct Known
    {
        FileStamp stamp;
        bool isSettled = false; ///< any further change of the file gives another stamp
        LibraryEntry entry;
    };

    void takeFromCache();
    void keepInCache();

    std::filesystem::path m_folder;
    std::unordered_map<std::string, Known> m_known; ///< by file name
    bool m_hasAskedCache = false;
    size_t m_unkept = 0; ///< new or changed runs since the cache was read or written
};

/// The run that the user means: a path, or a file name, a name or the start of either in the library. Throws
/// Error when there is none, with the nearest name, or more than one.
std::filesystem::path findRun(const std::string& wanted, RunLibrary& library);

} // namespace stepscope
