#include "core/base/files/temporary_folder.h"

#include "core/base/error.h"
#include "core/base/files/subfolder.h"
#include "core/base/processes/process_identity.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

namespace stepscope {

namespace fs = std::filesystem;

constexpr auto namePrefix = "stepscope-";

/// Another thread may still write into the folder when a signal ends the program. After renaming it, new
/// files can no longer be created in it by path; only files that are being created at that moment can remain.
static void removeWithContent(const fs::path& folder)
{
    std::error_code failed;
    fs::path renamed = folder;
    renamed += "-removed";
    fs::rename(folder, renamed, failed);
    const fs::path& removed = failed ? folder : renamed;
    constexpr int attempts = 1000;
    failed = std::make_error_code(std::errc::directory_not_empty);
    for (int attempt = 0; attempt < attempts && failed == std::errc::directory_not_empty; ++attempt)
        fs::remove_all(removed, failed);
}

static fs::path folderForTemporaryFiles()
{
    std::error_code failed;
    auto folder = fs::temp_directory_path(failed);
    if (failed)
        throw Error(translated("There is no folder for temporary files (TMPDIR, else /tmp): {reason}.",
                               {{"reason", failed.message()}}));
    static std::once_flag once;
    std::call_once(once, removeStaleTemporaryFolders, folder);
    return folder;
}

TemporaryFolder::TemporaryFolder()
    : TemporaryFolder(folderForTemporaryFiles())
{
}

TemporaryFolder::TemporaryFolder(const fs::path& parent)
{
    const auto make = [&] {
        auto name = (parent / fmt::format("{}{}-XXXXXX", namePrefix, processMark())).string();
        if (!::mkdtemp(name.data()))
            throw Error(translated("Cannot create a temporary folder in {folder}: {reason}.",
                                   {{"folder", parent.string()}, {"reason", systemReason()}}));
        m_path = name;
    };
    m_guard.emplace(make, [this] { removeWithContent(m_path); });
}

TemporaryFolder::~TemporaryFolder()
{
    m_guard->undo(); // else a signal could end the program while half of the content is removed
}

std::string renamedIn(std::string sentence, const fs::path& from, const fs::path& to)
{
    const auto& path = from.native();
    const auto& target = to.native();
    if (path == target || path.empty())
        return sentence;
    for (auto at = sentence.find(path); at != std::string::npos; at = sentence.find(path, at + target.size()))
        sentence.replace(at, path.size(), target);
    return sentence;
}

NewFolder::NewFolder(const fs::path& target)
    : m_target(target.lexically_normal())
    , m_path(target)
{
    if (!m_target.has_filename()) // "report/"
        m_target = m_target.parent_path();
    std::error_code failed;
    if (target.empty() || fs::exists(fs::symlink_status(m_target, failed)))
        return;
    const fs::path parent = m_target.has_parent_path() ? m_target.parent_path() : fs::path(".");
    fs::create_directories(parent, failed);
    if (failed)
        failToMakeFolder(m_target, failed.message());
    if (::access(parent.c_str(), W_OK | X_OK) != 0)
        failToMakeFolder(m_target, systemReason());
    removeStaleTemporaryFolders(parent);
    m_temporary.emplace(parent);
    m_path = m_temporary->path() / m_target.filename(); // with the permissions of any new folder
    fs::create_directory(m_path, failed);
    if (failed)
        failToMakeFolder(m_target, failed.message());
}

std::string NewFolder::named(std::string sentence) const
{
    return renamedIn(std::move(sentence), m_path, m_target);
}

void NewFolder::moveToPlace()
{
    if (!m_temporary)
        return;
    std::error_code failed;
    fs::rename(m_path, m_target, failed); // replaces only an empty folder
    if (failed)
        failToMakeFolder(m_target, failed.message());
    m_path = m_target;
    m_temporary.reset();
}

void removeStaleTemporaryFolders(const fs::path& parent)
{
    std::error_code failed;
    for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const auto name = entry->path().filename().string();
        struct stat status = {};
        if (name.starts_with(namePrefix) && hasMarkOfGoneProcess(name) &&
            ::lstat(entry->path().c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
            status.st_uid == ::geteuid())
            removeWithContent(entry->path());
    }
}

} // namespace stepscope
