#include "core/base/subfolder.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace stepscope {

namespace fs = std::filesystem;

void refuseLinkedFolder(const fs::path& folder)
{
    std::error_code unknown; // whoever writes there says why
    if (fs::is_symlink(fs::symlink_status(folder, unknown)))
        throw Error(fmt::format("{} is a link to another folder; remove it, or name another folder.",
                                folder.string()));
}

void makeSubfolder(const fs::path& folder)
{
    refuseLinkedFolder(folder);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error(fmt::format("The folder {} cannot be made: {}.", folder.string(), failed.message()));
}

} // namespace stepscope
