#include "core/base/files/subfolder.h"

#include "core/base/error.h"
#include "core/base/interruption.h"
#include "core/language/translation.h"

#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

void refuseLinkedFolder(const fs::path& folder)
{
    std::error_code unknown; // whoever writes there reports the reason
    if (fs::is_symlink(fs::symlink_status(folder, unknown)))
        throw Error(translated("{folder} is a link to another folder; remove it, or name another folder.",
                               {{"folder", folder.string()}}));
}

void failToMakeFolder(const fs::path& folder, const std::string& reason)
{
    throw Error(translated("The folder {folder} cannot be created: {reason}.",
                           {{"folder", folder.string()}, {"reason", reason}}));
}

void makeFolder(const fs::path& folder)
{
    std::error_code failed;
    beforeEnding([&] { fs::create_directories(folder, failed); });
    if (failed)
        failToMakeFolder(folder, failed.message());
}

void makeSubfolder(const fs::path& folder)
{
    refuseLinkedFolder(folder);
    makeFolder(folder);
}

} // namespace stepscope
