#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

struct gzFile_s;

namespace stepscope {

/// Reads a file that may be gzipped: from its content it is found whether it is.
class GzipReader
{
public:
    /// Throws Error that names the file and the reason.
    explicit GzipReader(std::filesystem::path file);
    ~GzipReader();
    GzipReader(const GzipReader&) = delete;
    GzipReader& operator=(const GzipReader&) = delete;

    /// Reads up to `size` bytes of the uncompressed content; fewer only at its end. Throws Error that names
    /// the file when it is damaged or cut short.
    size_t read(void* to, size_t size);

private:
    std::filesystem::path m_file;
    gzFile_s* m_handle;
};

/// The whole content of a file that may be gzipped. Throws Error that names the file; also when there is more
/// than `limitBytes` of it, without reading on.
std::string readMaybeGzipped(const std::filesystem::path& file, size_t limitBytes);

} // namespace stepscope
