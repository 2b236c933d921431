#pragma once

#include "core/run_file/run_summary.h"

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace stepscope {

/// Changes when a file or its journal does.
struct FileStamp
{
    int64_t inode = 0;
    int64_t bytes = 0;
    int64_t contentNs = 0; ///< time of the last change of the content, since 1970
    int64_t statusNs = 0;  ///< time of the last change of name or permissions, which nobody can set back
    int64_t journalBytes = 0;
    int64_t journalNs = 0;

    bool operator==(const FileStamp&) const = default;
};

/// Stamp of a file and, unless that is empty, its journal; zeros for a missing file.
FileStamp stampOf(const std::filesystem::path& file, const std::filesystem::path& journal);

/// Whether the last change is so long ago that another one would have another time: the clocks of file
/// systems are coarse.
bool isSettled(const FileStamp& stamp, int64_t nowUnixNs);

struct StampedSummary
{
    FileStamp stamp;
    RunSummary summary;
};

/// The summaries of a folder's runs, by file name, kept across programs: SQLite takes a fifth of a
/// millisecond for each. It is in the cache folder and can be deleted without loss.
using SummaryCache = std::map<std::string, StampedSummary, std::less<>>;

/// Empty when there is none, or when it is damaged or of another version.
SummaryCache readSummaryCache(const std::filesystem::path& folder);

/// Write errors are ignored. Removes caches of folders that no longer exist.
void writeSummaryCache(const std::filesystem::path& folder, const SummaryCache& cache);

} // namespace stepscope
