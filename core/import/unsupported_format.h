#pragma once

#include "core/language/translation.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace stepscope {

/// The start of a file, for recognizing its format.
struct FileHead
{
    std::string_view raw;     ///< the first bytes as stored on disk
    std::string_view content; ///< the first bytes, inflated if the file is gzip
    std::string_view name;    ///< of the file, for formats without a signature
};

/// A format that Stepscope does not read, but that users may try to import.
struct UnsupportedFormat
{
    Translatable name; ///< "an Nsight Systems report"
    /// What to do instead, as a sentence; {file} is the file's path, quoted for a shell, {page} is `page`.
    Translatable advice;
    bool (*recognizes)(const FileHead& head);
    /// It has no signature: only a file that no reader recognizes is of this format.
    bool isFallback = false;
    std::string_view page = {}; ///< where another program opens it
};

/// All known formats, in the order in which they are tried; fallbacks last.
std::span<const UnsupportedFormat> unsupportedFormats();

/// The format of a file that must not be read, although it may look like a supported format; null: none.
const UnsupportedFormat* unsupportedFormatOf(const FileHead& head);

/// The same for a file that no reader recognizes.
const UnsupportedFormat* unreadableFormatOf(const FileHead& head);

/// "trace.nsys-rep is an Nsight Systems report, which Stepscope does not read. Export it as SQLite, …"
std::string unsupportedSentence(const UnsupportedFormat& format, const std::filesystem::path& path);

} // namespace stepscope
