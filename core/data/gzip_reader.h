#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

struct gzFile_s;

namespace stepscope {

/// Reads a file that may be gzipped, which is detected from its content.
class GzipReader
{
public:
    /// Throws Error that names the file and the reason.
    explicit GzipReader(std::filesystem::path file);
    ~GzipReader();
    GzipReader(const GzipReader&) = delete;
    GzipReader& operator=(const GzipReader&) = delete;

    /// Reads up to `size` bytes of the uncompressed content; fewer only at its end. Throws Error that names
    /// the file when it is damaged or truncated.
    size_t read(void* to, size_t size);

private:
    std::filesystem::path m_file;
    gzFile_s* m_handle;
};

/// The content of a file that may be gzipped. Throws Error that names the file, also when the content is
/// longer than `limitBytes`; then reads no further.
std::string readMaybeGzipped(const std::filesystem::path& file, size_t limitBytes);

} // namespace stepscope
