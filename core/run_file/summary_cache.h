#pragma once

#include "core/run_file/run_summary.h"

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <string>

namespace stepscope {

/// What changes when a file or its journal does.
struct FileStamp
{
    int64_t inode = 0;
    int64_t bytes = 0;
    int64_t contentNs = 0; ///< time of the last change of its content, since 1970
    int64_t statusNs = 0;  ///< the same of its name and rights, which nobody can set back
    int64_t journalBytes = 0;
    int64_t journalNs = 0;

    bool operator==(const FileStamp&) const = default;
};

/// Of a file and, unless that is empty, its journal; zeros for what is not there.
FileStamp stampOf(const std::filesystem::path& file, const std::filesystem::path& journal);

/// Whether the last change is so long ago that another one would have another time: clocks of file systems go
/// in steps.
bool isSettled(const FileStamp& stamp, int64_t nowUnixNs);

struct StampedSummary
{
    FileStamp stamp;
    RunSummary summary;
};

/// What was read of the runs of a folder, by file name, from one program to the next: SQLite takes a fifth of
/// a millisecond for each. It lies in the cache folder, and nothing is lost with it.
using SummaryCache = std::map<std::string, StampedSummary, std::less<>>;

/// Empty when there is none, or one that is damaged or of another version.
SummaryCache readSummaryCache(const std::filesystem::path& folder);

/// What cannot be written is not kept. Caches of folders that are gone are removed.
void writeSummaryCache(const std::filesystem::path& folder, const SummaryCache& cache);

} // namespace stepscope
