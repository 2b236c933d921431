#include "core/record/process/recorded_process.h"

#include "core/base/interruption.h"
#include "core/base/processes/own_variables.h"
#include "core/base/processes/program_search.h"
#include "core/base/processes/spawned_process.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <spawn.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stepscope {

namespace {

constexpr int passedOn[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
constexpr int leftToTheProgram[] = {SIGINT, SIGQUIT};

std::atomic<pid_t> program = 0;
static_assert(std::atomic<pid_t>::is_always_lock_free, "signal handlers may only use lock-free atomics");

void passOn(int signal)
{
    const int before = errno;
    if (const pid_t to = program.load(); to > 0)
        ::kill(to, signal);
    errno = before;
}

bool isIgnored(int signal)
{
    struct sigaction action = {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The environment that this process was started with, and these variables.
std::vector<std::string> environmentWith(const std::vector<std::string>& added)
{
    std::vector<std::string> all = added;
    const auto isAdded = [&](const std::string& name) {
        return std::ranges::any_of(added,
                                   [&](const auto& variable) { return variable.starts_with(name + "="); });
    };
    const auto before = variablesBefore();
    for (char** each = environ; each && *each; ++each) {
        const std::string_view variable = *each;
        const std::string name(variable.substr(0, variable.find('=')));
        if (!isAdded(name) && !before.contains(name))
            all.emplace_back(variable);
    }
    for (const auto& [name, value] : before) {
        if (value && !isAdded(name))
            all.push_back(name + "=" + *value);
    }
    return all;
}

std::vector<char*> pointersTo(const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (const auto& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

} // namespace

RecordedProcess::RecordedProcess(const std::vector<std::string>& command,
                                 const std::vector<std::string>& environment,
                                 const std::filesystem::path& folder)
{
    const auto path = findProgram(command.at(0));
    if (path.empty())
        throw ProgramNotFound(translated("The program {program} was not found.", {{"program", command[0]}}));
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (!folder.empty())
        posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ); // ignored by this process
    sigaddset(&defaults, SIGPIPE);
    for (const int signal : leftToTheProgram) {
        if (!isIgnored(signal) && !(signal == SIGINT && interruptsWereIgnored()))
            sigaddset(&defaults, signal);
        std::signal(signal, SIG_IGN);
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const auto variables = environmentWith(environment);
    const int failed = posix_spawn(&m_id, path.c_str(), &actions, &attributes, pointersTo(command).data(),
                                   pointersTo(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed == ENOENT)
        throw ProgramNotFound(translated("The program {program} was not found.", {{"program", command[0]}}));
    if (failed)
        throw Error(translated("The program {program} cannot be started: {reason}.",
                               {{"program", command[0]}, {"reason", systemReason(failed)}}));
    program = m_id;
    for (const int signal : passedOn) {
        struct sigaction action = {};
        action.sa_handler = passOn;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        if (!isIgnored(signal))
            sigaction(signal, &action, nullptr);
    }
}

RecordedProcess::~RecordedProcess()
{
    program = 0;
}

bool RecordedProcess::hasEnded()
{
    int status = 0;
    if (!m_status && ::waitpid(m_id, &status, WNOHANG) == m_id) {
        m_status = status;
        program = 0;
    }
    return m_status.has_value();
}

int RecordedProcess::exitCode() const
{
    const int signal = endingSignal();
    return signal > 0 ? 128 + signal : WEXITSTATUS(m_status.value());
}

int RecordedProcess::endingSignal() const
{
    return WIFSIGNALED(m_status.value()) ? WTERMSIG(*m_status) : 0;
}

void endBySignal(int signal)
{
    std::fflush(nullptr);
    const rlimit none{0, 0}; // a core file would replace the program's
    setrlimit(RLIMIT_CORE, &none);
    std::signal(signal, SIG_DFL);
    ::raise(signal);
    ::_exit(128 + signal);
}

} // namespace stepscope
