#pragma once

#include "idx_file.h"

#include <fmt/format.h>
#include <minizip/zip.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::test {

/// Names and contents.
using ArchiveEntries = std::vector<std::pair<std::string, std::string>>;

/// The header of a member of a tar file, in the format ustar. A name of more than 100 characters is divided.
inline std::string tarHeader(std::string name, size_t bytes, char type = '0')
{
    std::string header(512, '\0');
    std::string prefix;
    if (name.size() > 100) {
        const auto slash = name.find('/', name.size() - 101);
        prefix = name.substr(0, slash);
        name = name.substr(slash + 1);
    }
    const auto put = [&](size_t at, const std::string& text) {
        std::ranges::copy(text, header.begin() + long(at));
    };
    put(0, name);
    put(100, "0000644");
    put(124, fmt::format("{:011o}", bytes));
    put(148, "        ");
    header[156] = type;
    put(257, "ustar");
    put(263, "00");
    put(345, prefix);
    const auto sum = std::accumulate(header.begin(), header.end(), 0U,
                                     [](unsigned sum, char c) { return sum + uint8_t(c); });
    put(148, fmt::format("{:06o}", sum));
    header[154] = '\0';
    return header;
}

/// A tar file of these, in folders that have members of their own.
inline std::string tarFile(const ArchiveEntries& entries)
{
    std::string tar = tarHeader("a-folder/", 0, '5');
    for (const auto& [name, content] : entries)
        tar +=
            tarHeader(name, content.size()) + content + std::string((512 - content.size() % 512) % 512, '\0');
    return tar + std::string(1024, '\0');
}

inline std::filesystem::path writeZipFile(const std::filesystem::path& path, const ArchiveEntries& entries)
{
    const zipFile file = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
    for (const auto& [name, content] : entries) {
        zipOpenNewFileInZip64(file, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 9, 0);
        zipWriteInFileInZip(file, content.data(), unsigned(content.size()));
        zipCloseFileInZip(file);
    }
    zipClose(file, nullptr);
    return path;
}

} // namespace stepscope::test
