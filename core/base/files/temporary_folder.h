#pragma once

#include "core/base/error.h"
#include "core/base/interruption.h"

#include <filesystem>
#include <optional>
#include <string>

namespace stepscope {

/// An empty folder for this process, removed with its content when it goes out of scope and when a signal
/// ends the program. The first one also removes those that killed processes of this user have left.
class TemporaryFolder
{
public:
    /// Below $TMPDIR, else /tmp. Throws Error when it cannot be created.
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

/// Replaces the path `from` in a sentence by `to`, the name that the user knows.
std::string renamedIn(std::string sentence, const std::filesystem::path& from,
                      const std::filesystem::path& to);

/// A folder that appears when its content is complete. If nothing has its name yet, the content goes to
/// another folder next to it until moveToPlace() renames that folder; without this call, it is removed, also
/// when a signal ends the program. An existing folder is written to directly.
class NewFolder
{
public:
    /// Creates the parent folders. Throws Error on failure.
    explicit NewFolder(const std::filesystem::path& target);

    /// Where to write.
    const std::filesystem::path& path() const { return m_path; }
    /// A sentence about files in path(), with their final names.
    std::string named(std::string sentence) const;
    /// Calls `work`, which writes into path(). The sentence of an Error that it throws is passed through
    /// named().
    template<typename Work>
    void run(const Work& work) const
    {
        try {
            work();
        } catch (const UsageError& error) {
            throw UsageError(named(error.what()), named(error.detail()));
        } catch (const Error& error) {
            throw Error(named(error.what()), named(error.detail()));
        }
    }
    /// Throws Error when the folder cannot be renamed, for example because another program has taken the name
    /// meanwhile.
    void moveToPlace();

private:
    std::filesystem::path m_target;
    std::optional<TemporaryFolder> m_temporary;
    std::filesystem::path m_path;
};

/// Removes the folders that killed processes of this user have left in a folder for temporary files. Follows
/// no links.
void removeStaleTemporaryFolders(const std::filesystem::path& parent);

} // namespace stepscope
