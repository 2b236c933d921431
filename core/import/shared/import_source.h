#pragma once

#include "core/base/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct inflate_state;

namespace stepscope {

/// The content of a file, inflated where it is gzip. What is cut short or damaged ends where it can no longer
/// be read, and says so.
class ImportSource
{
public:
    /// Throws Error when the file cannot be opened, or is no regular file.
    explicit ImportSource(std::filesystem::path path);
    ~ImportSource();
    ImportSource(const ImportSource&) = delete;
    ImportSource& operator=(const ImportSource&) = delete;

    /// Up to `size` bytes; fewer only at the end. Throws Error when the disk fails, or when the content is so
    /// much larger than the file that it can only be meant to fill the memory.
    size_t read(char* to, size_t size);

    const std::filesystem::path& path() const { return m_path; }
    bool isGzip() const { return m_inflate != nullptr; }
    int64_t fileBytes() const { return m_fileBytes; }
    int64_t fileBytesRead() const { return m_fileBytesRead; }
    int64_t contentBytesRead() const { return m_contentBytesRead; }
    /// Why there was no reading on: "its gzip data is cut short". Empty for a sound file.
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
    bool m_memberEnded = false; ///< a gzip file can hold several, one behind the other
};

} // namespace stepscope
