#pragma once

#include "core/import/shared/import_options.h"
#include "core/import/tensorboard/tensorboard_log.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// The event files of one run, read as far as they have been written. A folder's are read in the order in
/// which they were begun.
class TensorBoardFiles
{
public:
    /// An event file, or a folder of which all event files are of one run.
    explicit TensorBoardFiles(std::filesystem::path path);

    /// Reads what has come since the last time, also files that are new in the folder. Returns whether any
    /// event has come. Throws ImportCancelled, or Error when a file cannot be opened.
    bool readOn(const ImportOptions& options = {});

    TensorBoardLog& log() { return m_log; }
    const TensorBoardLog& log() const { return m_log; }
    size_t files() const { return m_files.size(); }
    int64_t fileBytes() const;
    int64_t contentBytes() const; ///< when inflated
    /// A sentence for each file of which something could not be read.
    std::vector<std::string> damages() const;
    /// A sentence for each file that ends within a record: it is cut short, or somebody is writing it.
    std::vector<std::string> openEnds() const;

private:
    struct File
    {
        std::filesystem::path path;
        int64_t offset = 0; ///< of the content that has been read
        int64_t fileBytes = 0;
        int64_t contentBytes = 0;
        int64_t wrongChecksums = 0;
        std::string damage; ///< why it is not read any further
        bool endsInRecord = false;
        bool isClosed = false; ///< gzip or damaged: there is no reading on
    };

    void findFiles();
    void read(File& file, const ImportOptions& options);

    std::filesystem::path m_path;
    TensorBoardLog m_log;
    std::vector<File> m_files;
};

} // namespace stepscope
