#include "core/base/spawned_process.h"

#include "core/base/program_search.h"
#include "core/base/system_reason.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

/// Never 0, 1 or 2, even when the program was started with those closed: they are what the child's ends
/// become.
FileDescriptor aboveStandard(int number)
{
    FileDescriptor given(number);
    if (number > 2)
        return given;
    return FileDescriptor(::fcntl(number, F_DUPFD_CLOEXEC, 3));
}

struct SpawnSettings
{
    SpawnSettings()
    {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    ~SpawnSettings()
    {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

} // namespace

Pipe makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error(fmt::format("Cannot make a pipe to another program: {}.", systemReason()));
    return {aboveStandard(ends[0]), aboveStandard(ends[1])};
}

WithoutSigpipe::WithoutSigpipe()
{
    sigemptyset(&m_sigpipe);
    sigaddset(&m_sigpipe, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    m_wasPending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &m_sigpipe, &m_before);
}

WithoutSigpipe::~WithoutSigpipe()
{
    const timespec atOnce{};
    while (!m_wasPending && sigtimedwait(&m_sigpipe, nullptr, &atOnce) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

SpawnedProcess::SpawnedProcess(const std::vector<std::string>& command, const FileDescriptor& input,
                               const FileDescriptor& output, const FileDescriptor& errorOutput,
                               const std::filesystem::path& folder)
{
    const auto program = findProgram(command[0]);
    if (program.empty())
        throw ProgramNotFound(fmt::format("The program {} was not found.", command[0]));
    SpawnSettings settings;
    posix_spawn_file_actions_adddup2(&settings.actions, input.number(), 0);
    posix_spawn_file_actions_adddup2(&settings.actions, output.number(), 1);
    posix_spawn_file_actions_adddup2(&settings.actions, errorOutput.number(), 2);
    posix_spawn_file_actions_addclosefrom_np(&settings.actions, 3);
    if (!folder.empty())
        posix_spawn_file_actions_addchdir_np(&settings.actions, folder.c_str());
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&settings.attributes, &none);
    posix_spawnattr_setsigdefault(&settings.attributes, &all);
    posix_spawnattr_setpgroup(&settings.attributes, 0);
    posix_spawnattr_setflags(&settings.attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> arguments;
    for (const auto& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const auto spawn = [&] {
        const int failed = posix_spawn(&m_id, program.c_str(), &settings.actions, &settings.attributes,
                                       arguments.data(), environ);
        if (failed == ENOENT)
            throw ProgramNotFound(fmt::format("The program {} was not found.", command[0]));
        if (failed)
            throw Error(
                fmt::format("The program {} cannot be started: {}.", command[0], systemReason(failed)));
    };
    m_guard.emplace(spawn, [id = &m_id] { ::kill(-*id, SIGKILL); });
}

SpawnedProcess::~SpawnedProcess()
{
    kill();
    wait(true);
}

void SpawnedProcess::kill()
{
    if (!m_status)
        ::kill(-m_id, SIGKILL);
}

void SpawnedProcess::signal(int number)
{
    if (!m_status)
        ::kill(m_id, number);
}

bool SpawnedProcess::wait(bool block)
{
    while (!m_status) {
        int status = 0;
        const auto ended = ::waitpid(m_id, &status, block ? 0 : WNOHANG);
        if (ended == 0)
            return false;
        // Another part of the process may have reaped it; then how it ended is not known.
        if (ended == m_id || errno != EINTR)
            m_status = ended == m_id ? status : 0;
    }
    m_guard.reset(); // its number may soon be another's
    return true;
}

int SpawnedProcess::exitCode() const
{
    return WIFSIGNALED(*m_status) ? 128 + WTERMSIG(*m_status) : WEXITSTATUS(*m_status);
}

int SpawnedProcess::endingSignal() const
{
    return WIFSIGNALED(*m_status) ? WTERMSIG(*m_status) : 0;
}

FileDescriptor SpawnedProcess::endDescriptor() const
{
    return FileDescriptor(int(::syscall(SYS_pidfd_open, m_id, 0)));
}

void readInto(std::string& text, FileDescriptor& from, size_t most)
{
    std::array<char, 1 << 16> buffer;
    while (from.isOpen() && most > 0) {
        const auto count = ::read(from.number(), buffer.data(), std::min(most, buffer.size()));
        if (count > 0) {
            text.append(buffer.data(), size_t(count));
            most -= size_t(count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            from.close();
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

void writeFrom(std::string_view& text, FileDescriptor& to)
{
    while (!text.empty()) {
        const auto count = ::write(to.number(), text.data(), text.size());
        if (count >= 0)
            text.remove_prefix(size_t(count));
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            break;
    }
    to.close();
}

void setNonBlocking(const FileDescriptor& file)
{
    ::fcntl(file.number(), F_SETFL, O_NONBLOCK);
}

} // namespace stepscope
