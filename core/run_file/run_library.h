#pragma once

#include "core/experiment/experiment.h"
#include "core/run_file/run_summary.h"
#include "core/run_file/summary_cache.h"

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Where runs are kept unless said otherwise: $STEPSCOPE_LIBRARY, else the folder "runs" in dataFolder(). Not
/// created.
std::filesystem::path defaultLibraryFolder();

/// A name for a new run's file that no other has: "2026-11-21_08-33-12_mnist-convnet_batch64_cpu.stepscope".
/// Of a long network name it has the start alone.
std::filesystem::path newRunPath(const std::filesystem::path& folder, const Experiment& experiment);

/// Makes the folder where it is missing. Throws Error when no run can be written there.
void prepareLibrary(const std::filesystem::path& folder);

/// A run file of a library, or why it cannot be shown.
struct LibraryEntry
{
    std::filesystem::path path;
    RunSummary summary;
    std::string problem; ///< a sentence; empty when the file was read
};

/// The runs of a folder. Remembers what it has read, from one program to the next as well, and reads again
/// only what has changed since.
class RunLibrary
{
public:
    explicit RunLibrary(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    const std::filesystem::path& folder() const { return m_folder; }

    /// Looks at the folder; the newest run comes first, cold forward passes are left out. A folder that is
    /// not there holds no runs. Throws Error when it cannot be read.
    std::vector<LibraryEntry> list();

private:
    struct Known
    {
        FileStamp stamp;
        bool isSettled = false; ///< the file could not change without another stamp
        LibraryEntry entry;
    };

    void takeFromCache();
    void keepInCache();

    std::filesystem::path m_folder;
    std::unordered_map<std::string, Known> m_known; ///< by file name
    bool m_hasAskedCache = false;
    size_t m_unkept = 0; ///< runs that have come or changed since the cache was read or written
};

/// The run that the user means: a path, or a file name, a name or the beginning of either in the library.
/// Throws Error when there is none, or more than one.
std::filesystem::path findRun(const std::string& wanted, RunLibrary& library);

} // namespace stepscope
