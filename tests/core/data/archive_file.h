#pragma once

#include "idx_file.h"
#include "tests/support/zip_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace stepscope::test {

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

} // namespace stepscope::test
