#pragma once

#include "core/import/shared/import_options.h"
#include "core/import/tensorboard/tensorboard_log.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// The event files of one run, read as far as they have been written. Those of a folder are read in the order
/// in which they were started.
class TensorBoardFiles
{
public:
    /// An event file, or a folder whose event files are all of one run.
    explicit TensorBoardFiles(std::filesystem::path path);

    /// Reads what has been written since the last call, including new files in the folder. Returns whether
    /// there were new events. Throws ImportCanceled, or Error if a file cannot be opened.
    bool readOn(const ImportOptions& options = {});

    TensorBoardLog& log() { return m_log; }
    const TensorBoardLog& log() const { return m_log; }
    size_t files() const { return m_files.size(); }
    int64_t fileBytes() const;
    int64_t contentBytes() const; ///< inflated
    /// A sentence for each file that could not be read completely.
    std::vector<std::string> damages() const;
    /// A sentence for each file that ends within a record: it is cut short or still being written.
    std::vector<std::string> openEnds() const;

private:
    struct File
    {
        std::filesystem::path path;
        int64_t offset = 0; ///< up to which the content has been read
        int64_t fileBytes = 0;
        int64_t contentBytes = 0;
        int64_t wrongChecksums = 0;
        std::string damage; ///< why reading stopped
        bool endsInRecord = false;
        bool isClosed = false; ///< gzip or damaged: nothing more is read
    };

    void findFiles();
    void read(File& file, const ImportOptions& options);

    std::filesystem::path m_path;
    TensorBoardLog m_log;
    std::vector<File> m_files;
};

} // namespace stepscope
