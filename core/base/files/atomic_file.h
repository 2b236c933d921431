#pragma once

#include "core/base/files/text_sink.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace stepscope {

/// Writes a file so that it appears whole or not at all: into a temporary file in the same folder, flushed to
/// the disk and then renamed. Throws Error that names the file and the reason (no such folder, no permission,
/// disk full …), and leaves nothing behind, also when a signal ends the program. A symbolic link of that name
/// is replaced, not followed, for somebody may have planted it; see linkTarget().
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);

/// The same for content that comes in pieces: `write` hands them to the sink that it gets. What it throws is
/// passed on after cleaning up.
void writePiecesAtomically(const std::filesystem::path& path,
                           const std::function<void(const TextSink& sink)>& write);

/// The same for a program or library that writes by file name: `write` gets the temporary name, which ends in
/// the same extension as `path`. What it throws is passed on after cleaning up.
void writeFileAtomically(const std::filesystem::path& path,
                         const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for a file that must not be there yet: nothing that has this name is replaced, nor the file that
/// a link of this name points to.
void createFileAtomically(const std::filesystem::path& path,
                          const std::function<void(const std::filesystem::path& temporary)>& write);

/// Gives a file another name in the same file system unless a file has it already: then it returns false.
/// Throws Error.
bool moveIfFree(const std::filesystem::path& from, const std::filesystem::path& to);

/// What a file is to be written to that the user has named: the file that a symbolic link points to, so that
/// it is replaced and not the link, else the path itself. Throws Error when the link leads nowhere.
std::filesystem::path linkTarget(const std::filesystem::path& path);

/// Throws Error when no file can be made in the folder. No file of any name is touched.
void checkFolderWritable(const std::filesystem::path& folder);

/// The whole content of a file. Throws Error that names the file and the reason, also when it is larger than
/// `limitBytes`.
std::string readFile(const std::filesystem::path& path, uintmax_t limitBytes = uintmax_t(1) << 30);

} // namespace stepscope
