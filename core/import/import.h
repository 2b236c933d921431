#pragma once

#include "core/import/shared/import_options.h"
#include "core/import/shared/imported_run.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

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
