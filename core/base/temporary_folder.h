#pragma once

#include <filesystem>

namespace stepscope {

/// An empty folder of this process's own, removed with all that is in it when it goes out of scope.
class TemporaryFolder
{
public:
    /// Below $TMPDIR, else /tmp. Throws Error when it cannot be made.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace stepscope
