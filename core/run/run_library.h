#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run_summary.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace stepscope {

/// Where runs are kept unless said otherwise: $STEPSCOPE_LIBRARY, else the folder "runs" in dataFolder(). Not
/// created.
std::filesystem::path defaultLibraryFolder();

/// A name for a new run's file that no other has: "2026-11-21_08-33-12_mnist-convnet_batch64_cpu.stepscope".
std::filesystem::path newRunPath(const std::filesystem::path& folder, const Experiment& experiment);

/// A run file of a library, or why it cannot be shown.
struct LibraryEntry
{
    std::filesystem::path path;
    RunSummary summary;
    std::string problem; ///< a sentence; empty when the file was read
};

/// The runs of a folder. Remembers what it has read, and reads again only what has changed since.
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
        std::pair<int64_t, int64_t> stamp; ///< times of change, of the file and of its journal
        LibraryEntry entry;
    };

    std::filesystem::path m_folder;
    std::map<std::filesystem::path, Known> m_known;
};

/// The run that the user means: a path, or the beginning of a name or file name in the library. Throws Error
/// when there is none, or more than one.
std::filesystem::path findRun(const std::string& wanted, RunLibrary& library);

} // namespace stepscope
