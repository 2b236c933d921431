#include "core/record/process/python_command.h"

#include "core/base/processes/program_search.h"
#include "core/probe/python_arguments.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace stepscope {

namespace fs = std::filesystem;

namespace {

/// The line after "#!", or an empty text.
std::string interpreterLine(const fs::path& script)
{
    constexpr size_t longest = 256; // as in Linux
    char start[longest] = {};
    std::ifstream file(script, std::ios::binary);
    file.read(start, sizeof start);
    const std::string text(start, size_t(file.gcount()));
    return text.starts_with("#!") ? text.substr(2, text.find('\n') - 2) : std::string();
}

} // namespace

bool runsPythonHook(const std::vector<std::string>& command)
{
    const auto path = findProgram(command.at(0));
    std::error_code ignored;
    const auto program = fs::weakly_canonical(path, ignored).filename().string();
    if (program.starts_with("python") || program.starts_with("pypy")) {
        std::vector<const char*> arguments;
        for (const auto& argument : command)
            arguments.push_back(argument.c_str());
        return !probe::isIsolatedPython(int(arguments.size()), arguments.data());
    }
    return fs::is_regular_file(path, ignored) && interpreterLine(path).find("python") != std::string::npos;
}

} // namespace stepscope
