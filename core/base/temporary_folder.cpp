#include "core/base/temporary_folder.h"

#include "core/base/error.h"
#include "core/base/process_identity.h"
#include "core/base/system_reason.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

namespace stepscope {

namespace fs = std::filesystem;

constexpr auto namePrefix = "stepscope-";

static void removeWithContent(const fs::path& folder)
{
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

TemporaryFolder::TemporaryFolder()
{
    std::error_code failed;
    const auto parent = fs::temp_directory_path(failed);
    if (failed)
        throw Error(
            fmt::format("There is no folder for temporary files (TMPDIR, else /tmp): {}.", failed.message()));
    static std::once_flag once;
    std::call_once(once, removeStaleTemporaryFolders, parent);
    const auto make = [&] {
        auto name = (parent / fmt::format("{}{}-XXXXXX", namePrefix, processMark())).string();
        if (!::mkdtemp(name.data()))
            throw Error(
                fmt::format("Cannot make a temporary folder in {}: {}.", parent.string(), systemReason()));
        m_path = name;
    };
    m_guard.emplace(make, [this] { removeWithContent(m_path); });
}

TemporaryFolder::~TemporaryFolder()
{
    removeWithContent(m_path);
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
