#include "core/base/files/paths.h"

#include "core/base/error.h"
#include "core/language/translation.h"

#include <dlfcn.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <system_error>

namespace stepscope {

namespace {

std::filesystem::path homeFolder()
{
    if (const char* home = std::getenv("HOME"); home && *home == '/')
        return home;
    if (const passwd* user = getpwuid(getuid()); user && user->pw_dir && *user->pw_dir == '/')
        return user->pw_dir;
    throw Error(
        translated("There is no home folder: set HOME or XDG_DATA_HOME to a folder where data can be kept."));
}

} // namespace

std::filesystem::path dataFolder()
{
    // According to the XDG specification, relative paths are ignored.
    if (const char* folder = std::getenv("XDG_DATA_HOME"); folder && *folder == '/')
        return std::filesystem::path(folder) / "stepscope";
    return homeFolder() / ".local/share/stepscope";
}

std::filesystem::path cacheFolder()
{
    if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder == '/')
        return std::filesystem::path(folder) / "stepscope";
    return homeFolder() / ".cache/stepscope";
}

std::filesystem::path libraryFolder()
{
    Dl_info found{};
    if (!dladdr(reinterpret_cast<const void*>(&libraryFolder), &found) || !found.dli_fname)
        throw Error(translated("The folder of Stepscope's libraries cannot be found."));
    return std::filesystem::canonical(found.dli_fname).parent_path();
}

std::string danglingLinkText(const std::filesystem::path& path)
{
    std::error_code notThere;
    const auto target = std::filesystem::read_symlink(path, notThere);
    if (notThere || std::filesystem::exists(path, notThere) || notThere)
        return {};
    return translated("{file} is a link to {target}, which does not exist.",
                      {{"file", path.string()}, {"target", target.string()}});
}

std::string fileNamePart(std::string_view text, size_t longest)
{
    std::string part(text.substr(0, longest));
    std::ranges::replace_if(
        part, [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '.'; }, '-');
    return part;
}

std::filesystem::path programPath()
{
    constexpr auto name = "stepscope";
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error && self.filename() == name)
        return self;
    const auto beside = libraryFolder() / name;
    if (!std::filesystem::is_regular_file(beside, error))
        throw Error(translated("The program `stepscope` is not in the folder of its libraries, {folder}.",
                               {{"folder", libraryFolder().string()}}));
    return beside;
}

} // namespace stepscope
