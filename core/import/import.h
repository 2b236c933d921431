#pragma once

#include "core/import/import_format.h"
#include "core/import/shared/import_options.h"
#include "core/import/shared/imported_run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// The format of a file by its content, not by its name; null: no supported format, or a run file. Throws
/// Error if the file cannot be opened.
const ImportFormat* importFormatOf(const std::filesystem::path& path);

/// Whether importFile() should open this path: anything except a run file. For a file that it cannot read, it
/// reports the format and what to do.
bool isForImport(const std::filesystem::path& path);

/// Whether a file is in a known but unsupported format of another program. Throws Error if the file cannot be
/// opened.
bool isUnsupported(const std::filesystem::path& path);

/// A run that can be imported.
struct ImportItem
{
    std::filesystem::path path; ///< a file, or a folder with the files of one run
    std::string name;           ///< of the run
};

/// The runs at a path: the file itself, or the runs in a log folder, each named after its folder relative to
/// that one. Throws Error for a folder without anything to import.
std::vector<ImportItem> importItems(const std::filesystem::path& path);

/// Throws ImportCanceled, NothingToImport, or Error if the file cannot be read or its format is unknown. A
/// damaged file is read as far as possible; the log says what is missing.
ImportedRun importFile(const std::filesystem::path& path, const ImportOptions& options = {});

} // namespace stepscope
