#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace stepscope {

/// The start of a file, by which its format is recognized.
struct FileHead
{
    std::string_view raw;     ///< the first bytes as they are on the disk
    std::string_view content; ///< the first bytes, inflated where the file is gzip
    std::string_view name;    ///< of the file, for formats without a mark of their own
};

/// A format that Stepscope does not read, though people will try.
struct UnsupportedFormat
{
    std::string_view name; ///< "a report of Nsight Systems"
    /// What to do instead, as a sentence; {} is the file's path as a word of a shell.
    std::string_view advice;
    bool (*recognizes)(const FileHead& head);
    /// It has no mark of its own: only a file that no reader takes is of this format.
    bool isFallback = false;
};

/// All that are known, in the order in which they are tried; fallbacks last.
std::span<const UnsupportedFormat> unsupportedFormats();

/// The format of a file that no reader may take, though it may look like one of theirs; null: none.
const UnsupportedFormat* unsupportedFormatOf(const FileHead& head);

/// The same of a file that no reader takes.
const UnsupportedFormat* unreadableFormatOf(const FileHead& head);

/// "trace.nsys-rep is a report of Nsight Systems, which Stepscope does not read. Export it as SQLite: …"
std::string unsupportedSentence(const UnsupportedFormat& format, const std::filesystem::path& path);

} // namespace stepscope
