#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace stepscope {

/// The entries of a zip archive, as listed in its central directory. Throws Error with a reason that
/// continues a sentence: "its list of entries is cut short or damaged".
class ZipArchive
{
public:
    struct Entry
    {
        int64_t bytes = 0;  ///< inflated, according to the archive
        uint64_t place = 0; ///< of its record in the directory
        uint64_t number = 0;
    };

    explicit ZipArchive(const std::filesystem::path& path);

    const std::map<std::string, Entry, std::less<>>& entries() const { return m_entries; }

    /// The content of an entry. Throws Error if it is damaged or inflates to more than `mostBytes`, whatever
    /// size the archive states.
    std::string read(const std::string& name, int64_t mostBytes) const;

private:
    struct Close
    {
        void operator()(void* file) const;
    };

    std::unique_ptr<void, Close> m_file;
    std::map<std::string, Entry, std::less<>> m_entries;
};

} // namespace stepscope
