#pragma once

#include "core/base/error.h"
#include "core/base/interruption.h"

#include <filesystem>
#include <optional>
#include <string>

namespace stepscope {

/// An empty folder of this process's own, removed with all that is in it when it goes out of scope, and when
/// a signal ends the program. The first one also removes those of this user's processes that were killed.
class TemporaryFolder
{
public:
    /// Below $TMPDIR, else /tmp. Throws Error when it cannot be made.
    TemporaryFolder();
    /// Below `parent`.
    explicit TemporaryFolder(const std::filesystem::path& parent);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    std::optional<InterruptionGuard> m_guard;
};

/// A sentence in which the path `from` is replaced by `to`, the name that users know.
std::string renamedIn(std::string sentence, const std::filesystem::path& from,
                      const std::filesystem::path& to);

/// A folder that is to appear when what belongs into it has been written. Where nothing has its name yet,
/// what is written goes into another folder beside it, until moveToPlace() gives it its name; otherwise it is
/// removed, also when a signal ends the program. A folder that is there already is written to as it is.
class NewFolder
{
public:
    /// Makes the folders above it. Throws Error when that cannot be done.
    explicit NewFolder(const std::filesystem::path& target);

    /// Where to write.
    const std::filesystem::path& path() const { return m_path; }
    /// A sentence about files in path(), which names them by where they are to be.
    std::string named(std::string sentence) const;
    /// Calls `work`, which writes into path(); an Error of it is passed on as a sentence that is named().
    template<typename Work>
    void run(const Work& work) const
    {
        try {
            work();
        } catch (const Error& error) {
            throw Error(named(error.what()), named(error.detail()));
        }
    }
    /// Throws Error when it cannot have its name, such as when another program has taken it meanwhile.
    void moveToPlace();

private:
    std::filesystem::path m_target;
    std::optional<TemporaryFolder> m_temporary;
    std::filesystem::path m_path;
};

/// Removes the folders that processes of this user have left in a folder for temporary files when they were
/// killed. Follows no links.
void removeStaleTemporaryFolders(const std::filesystem::path& parent);

} // namespace stepscope
