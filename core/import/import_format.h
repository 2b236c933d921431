#pragma once

#include "core/import/shared/imported_run.h"
#include "core/language/translation.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace stepscope {

struct ImportOptions;

/// How formats are grouped where a user picks a file.
enum class ImportGroup : uint8_t { Traces, Models, Profiles };

/// A format that can be read. File dialogs, help and error messages are made from these.
struct ImportFormat
{
    std::string_view name; ///< of one file: "Chrome trace"
    Translatable files;    ///< several, as part of a sentence: "TorchScript models"
    ImportGroup group;
    std::string_view patterns; ///< of file names, separated by blanks: "*.json *.json.gz"
    /// Further endings before these, as patterns, which the name of a run leaves out as well.
    std::string_view innerPatterns = {};
    /// As resources/stepscope.xml registers them, separated by blanks; empty: none.
    std::string_view mimeTypes;
    /// Whether a file's content, of which these are the first bytes (inflated), can be of this format.
    bool (*recognizes)(std::string_view head);
    ImportedRun (*read)(const std::filesystem::path& path, const ImportOptions& options);
    bool readsFolders = false; ///< a folder with files of this format is one run
};

/// All formats, in the order in which they are tried.
std::span<const ImportFormat> importFormats();

/// "Chrome traces …, TorchScript models, … and folded stacks": what can be read, for help and errors.
std::string importFormatsText();

/// The patterns of all formats of a group, each once, separated by blanks.
std::string importPatterns(ImportGroup group);

} // namespace stepscope
