#pragma once

#include "core/base/error.h"
#include "core/import/import_log.h"
#include "core/run/imported_facts.h"
#include "core/run/run.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The user did not want to wait for the rest.
class ImportCancelled : public Error
{
public:
    using Error::Error;
};

/// The file is in a format that can be read, but nothing to show was found in it.
class NothingToImport : public Error
{
public:
    using Error::Error;
};

struct ImportProgress
{
    int64_t bytesRead = 0; ///< of the file as it is on the disk
    int64_t fileBytes = 0;
    double secondsLeft = -1.0; ///< as long as the speed stays what it was so far; negative: not known yet

    /// Whether what was read only waits to be joined.
    bool isRead() const { return fileBytes > 0 && bytesRead >= fileBytes; }
};

struct ImportOptions
{
    /// Called now and then, from a thread of the import.
    std::function<void(const ImportProgress&)> progress = {};
    std::stop_token stop = {};
    /// How much memory the import may take, about; 0: 2 GB, and for files of more than 100 MB as many times
    /// more.
    int64_t memoryBytes = 0;
    int threads = 0;       ///< that read; 0: one for each processor the process may use
    std::string name = {}; ///< what the run is called; empty: after its file
    /// The events that steps are made from: stepsOn(), whether the trace marks steps or not. Empty: those
    /// that it marks, else detectSteps().
    std::string stepOn = {};
};

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
    std::string
        stepSource; ///< what the file says that its steps were detected from; empty: they were recorded
};

struct ImportedRun
{
    /// A finished one without data set. Its log tells where it came from and what was met; its trace's times
    /// count from the first event on.
    Run run;
    ImportOrigin origin;
    ImportLog log;
};

/// A format that can be read.
struct ImportFormat
{
    std::string_view name; ///< "Chrome trace"
    /// Whether a file's content, of which these are the first bytes (inflated), can be of this format.
    bool (*recognizes)(std::string_view head);
    ImportedRun (*read)(const std::filesystem::path& path, const ImportOptions& options);
};

/// All that are known, in the order in which they are tried.
std::span<const ImportFormat> importFormats();

/// The format of a file by its content, not by its name; null: none that can be read, or a run file. Throws
/// Error when the file cannot be opened.
const ImportFormat* importFormatOf(const std::filesystem::path& path);

/// Whether importFile() is to open what is there: anything but a run file. Of what it cannot read, it says
/// what it is and what to do.
bool isForImport(const std::filesystem::path& path);

/// Whether a file is in a format of another program that is known, but not read. Throws Error when the file
/// cannot be opened.
bool isUnsupported(const std::filesystem::path& path);

/// A run that can be imported.
struct ImportItem
{
    std::filesystem::path path; ///< a file, or a folder with the files of one run
    std::string name;           ///< what the run is called
};

/// What a path stands for: a file for itself, a log folder for the runs in it, each called after its folder
/// as seen from there. Throws Error for a folder that holds nothing that can be imported.
std::vector<ImportItem> importItems(const std::filesystem::path& path);

/// Throws ImportCancelled, NothingToImport, or Error when the file cannot be read or is of no format that is
/// known. Of one that is damaged what can be read is read, and the log says what cannot.
ImportedRun importFile(const std::filesystem::path& path, const ImportOptions& options = {});

} // namespace stepscope
