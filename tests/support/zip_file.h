#pragma once

#include <minizip/zip.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::test {

/// Names and contents.
using ArchiveEntries = std::vector<std::pair<std::string, std::string>>;

/// Writes a zip archive; entries are deflated.
inline void writeZip(const std::filesystem::path& path, const ArchiveEntries& entries)
{
    const zipFile file = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
    for (const auto& [name, content] : entries) {
        zipOpenNewFileInZip64(file, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 9, 0);
        zipWriteInFileInZip(file, content.data(), unsigned(content.size()));
        zipCloseFileInZip(file);
    }
    zipClose(file, nullptr);
}

} // namespace stepscope::test
