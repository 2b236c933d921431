#pragma once

#include "core/base/files/text_sink.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace stepscope {

/// Writes a file so that it appears completely or not at all: writes to a temporary file in the same folder,
/// flushes it to the disk and renames it. Throws Error that names the file and the reason (no such folder, no
/// permission, disk full …). Leaves no temporary file, even when a signal ends the program. A symbolic link
/// with this name is replaced, not followed, because somebody may have planted it; see linkTarget().
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);

/// The same for content that is written in pieces: `write` passes them to the given sink. Exceptions of
/// `write` are passed on after cleaning up.
void writePiecesAtomically(const std::filesystem::path& path,
                           const std::function<void(const TextSink& sink)>& write);

/// The same for a program or library that writes to a file name: `write` gets the temporary name, which has
/// the same extension as `path`. Exceptions of `write` are passed on after cleaning up.
void writeFileAtomically(const std::filesystem::path& path,
                         const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for a file that must not exist yet: neither a file with this name nor the target of a link with
/// this name is replaced.
void createFileAtomically(const std::filesystem::path& path,
                          const std::function<void(const std::filesystem::path& temporary)>& write);

/// Renames a file within its file system. Returns false if a file with the new name exists. Throws Error.
bool moveIfFree(const std::filesystem::path& from, const std::filesystem::path& to);

/// The file to write to when the user has named `path`: the target of a symbolic link, so that the target is
/// replaced and not the link, else the path itself. Throws Error when the link leads nowhere.
std::filesystem::path linkTarget(const std::filesystem::path& path);

/// Throws Error when no file can be created in the folder. Leaves existing files alone.
void checkFolderWritable(const std::filesystem::path& folder);

/// Throws Error when writeFileAtomically() could not write this file, as far as can be told before a long
/// computation. Does nothing for an empty path.
void checkFileWritable(const std::filesystem::path& path);

/// The content of a file. Throws Error that names the file and the reason, also when it is larger than
/// `limitBytes`.
std::string readFile(const std::filesystem::path& path, uintmax_t limitBytes = uintmax_t(1) << 30);

} // namespace stepscope
