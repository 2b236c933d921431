#include "core/base/processes/process_identity.h"

#include "core/base/processes/process_status.h"

#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <system_error>

namespace stepscope {

/// 0 when there is no such process.
static int64_t startTicksOf(int64_t pid)
{
    const auto status = processStatus(pid);
    return status ? status->startTicks : 0;
}

static std::string hostAndBoot()
{
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    std::string boot;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
    return std::string(name.data()) + " " + boot;
}

/// Process ids can be compared within one machine and one container.
static std::string numberSpace()
{
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    std::error_code ignored;
    const auto space = std::filesystem::read_symlink("/proc/self/ns/pid", ignored);
    return fmt::format("{:08x}", uint32_t(std::hash<std::string>()(name.data() + space.string())));
}

std::string processMark()
{
    static const std::string space = numberSpace();
    return fmt::format("{}-{}-{}", space, getpid(), startTicksOf(getpid()));
}

bool hasMarkOfGoneProcess(const std::string& fileName)
{
    static const std::regex pattern("([0-9a-f]{8})-([0-9]{1,9})-([0-9]{1,18})");
    std::smatch mark;
    return std::regex_search(fileName, mark, pattern) && mark[1] == numberSpace() &&
           startTicksOf(std::stoll(mark[2])) != std::stoll(mark[3]);
}

ProcessIdentity thisProcess()
{
    const auto pid = int64_t(getpid());
    return {.pid = pid, .startTicks = startTicksOf(pid), .host = hostAndBoot()};
}

ProcessState stateOf(const ProcessIdentity& process)
{
    static const std::string here = hostAndBoot();
    if (process.host != here) {
        // After a restart, a machine runs none of its former processes.
        const auto name = here.substr(0, here.find(' '));
        return process.host.starts_with(name + " ") ? ProcessState::Gone : ProcessState::OnAnotherMachine;
    }
    const auto ticks = startTicksOf(process.pid);
    return ticks != 0 && ticks == process.startTicks ? ProcessState::Running : ProcessState::Gone;
}

} // namespace stepscope
