#pragma once

#include "core/base/interruption.h"

#include <filesystem>
#include <optional>

namespace stepscope {

/// An empty folder of this process's own, removed with all that is in it when it goes out of scope, and when
/// a signal ends the program. The first one also removes those of this user's processes that were killed.
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
    std::optional<InterruptionGuard> m_guard;
};

/// Removes the folders that processes of this user have left in a folder for temporary files when they were
/// killed. Follows no links.
void removeStaleTemporaryFolders(const std::filesystem::path& parent);

} // namespace stepscope
