#pragma once

#include "core/base/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct inflate_state;

namespace stepscope {

/// The content of a file, inflated if it is gzip. If it is cut short or damaged, the content ends where it
/// can no longer be read; see damage().
class ImportSource
{
public:
    /// Throws Error if the file cannot be opened or is not a regular file.
    explicit ImportSource(std::filesystem::path path);
    ~ImportSource();
    ImportSource(const ImportSource&) = delete;
    ImportSource& operator=(const ImportSource&) = delete;

    /// Reads up to `size` bytes; fewer only at the end. Throws Error on a read error, or if the content is so
    /// much larger than the file that it is probably meant to exhaust memory.
    size_t read(char* to, size_t size);

    const std::filesystem::path& path() const { return m_path; }
    bool isGzip() const { return m_inflate != nullptr; }
    int64_t fileBytes() const { return m_fileBytes; }
    int64_t fileBytesRead() const { return m_fileBytesRead; }
    int64_t contentBytesRead() const { return m_contentBytesRead; }
    /// Why reading stopped: "its gzip data is cut short". Empty for an undamaged file.
    const std::string& damage() const { return m_damage; }

private:
    static FileDescriptor openRegular(const std::filesystem::path& path, int64_t& bytes);
    size_t readFile(char* to, size_t size);
    size_t readInflated(char* to, size_t size);
    bool fillInput();

    std::filesystem::path m_path;
    int64_t m_fileBytes = 0;
    FileDescriptor m_file;
    int64_t m_fileBytesRead = 0;
    int64_t m_contentBytesRead = 0;
    std::string m_damage;
    std::unique_ptr<inflate_state> m_inflate;
    std::vector<unsigned char> m_input;
    bool m_memberEnded = false; ///< a gzip file can hold several, one after another
};

} // namespace stepscope
