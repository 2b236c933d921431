#include "core/base/temporary_folder.h"

#include "core/base/error.h"
#include "core/base/system_reason.h"

#include <fmt/format.h>

#include <cstdlib>

namespace stepscope {

TemporaryFolder::TemporaryFolder()
{
    std::error_code failed;
    const auto parent = std::filesystem::temp_directory_path(failed);
    if (failed)
        throw Error(
            fmt::format("There is no folder for temporary files (TMPDIR, else /tmp): {}.", failed.message()));
    auto name = (parent / "stepscope-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        throw Error(
            fmt::format("Cannot make a temporary folder in {}: {}.", parent.string(), systemReason()));
    m_path = name;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace stepscope
