#include "core/base/processes/program_search.h"

#include "core/base/processes/own_variables.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>
#include <vector>

namespace stepscope {

static std::vector<std::string> absoluteFolders()
{
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "/bin:/usr/bin");
    std::vector<std::string> absolute;
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (folder.starts_with('/'))
            absolute.push_back(folder);
    }
    return absolute;
}

std::string absoluteSearchPath()
{
    std::string path;
    for (const auto& folder : absoluteFolders())
        path += (path.empty() ? "" : ":") + folder;
    return path;
}

void keepAbsoluteSearchPath()
{
    if (std::getenv("PATH"))
        setOwnVariable("PATH", absoluteSearchPath());
}

std::filesystem::path findProgram(const std::string& name)
{
    if (name.find('/') != std::string::npos)
        return name;
    for (const auto& folder : absoluteFolders()) {
        const auto program = std::filesystem::path(folder) / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0)
            return program;
    }
    return {};
}

} // namespace stepscope
