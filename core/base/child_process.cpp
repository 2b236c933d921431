#include "core/base/child_process.h"

#include "core/base/file_descriptor.h"
#include "core/base/system_reason.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe
{
    FileDescriptor read;
    FileDescriptor write;
};

/// Never 0, 1 or 2, even when the program was started with those closed: they are what the child's ends
/// become.
FileDescriptor aboveStandard(int number)
{
    FileDescriptor given(number);
    if (number > 2)
        return given;
    return FileDescriptor(::fcntl(number, F_DUPFD_CLOEXEC, 3));
}

Pipe makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error(fmt::format("Cannot make a pipe to another program: {}.", systemReason()));
    return {aboveStandard(ends[0]), aboveStandard(ends[1])};
}

/// Writing to a program that has ended raises SIGPIPE, which would end this one: keeps it from the calling
/// thread.
class WithoutSigpipe
{
public:
    WithoutSigpipe()
    {
        sigemptyset(&m_sigpipe);
        sigaddset(&m_sigpipe, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &m_sigpipe, &m_before);
    }
    ~WithoutSigpipe()
    {
        const timespec atOnce{};
        while (!m_wasPending && sigtimedwait(&m_sigpipe, nullptr, &atOnce) < 0 && errno == EINTR) {
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    WithoutSigpipe(const WithoutSigpipe&) = delete;
    WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

private:
    sigset_t m_sigpipe{};
    sigset_t m_before{};
    bool m_wasPending = false;
};

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

/// A running child in a process group of its own; killed and reaped when it goes out of scope.
class Child
{
public:
    Child(const std::vector<std::string>& command, int input, int output, int errorOutput)
    {
        SpawnSettings settings;
        posix_spawn_file_actions_adddup2(&settings.actions, input, 0);
        posix_spawn_file_actions_adddup2(&settings.actions, output, 1);
        posix_spawn_file_actions_adddup2(&settings.actions, errorOutput, 2);
        posix_spawn_file_actions_addclosefrom_np(&settings.actions, 3);
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
        const int failed = posix_spawnp(&m_id, arguments[0], &settings.actions, &settings.attributes,
                                        arguments.data(), environ);
        if (failed == ENOENT)
            throw ProgramNotFound(fmt::format("The program {} was not found.", command[0]));
        if (failed)
            throw Error(
                fmt::format("The program {} cannot be started: {}.", command[0], systemReason(failed)));
    }
    ~Child()
    {
        kill();
        wait(true);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// With all it has started.
    void kill()
    {
        if (!m_status)
            ::kill(-m_id, SIGKILL);
    }

    /// Whether the child has ended; its status is kept from then on.
    bool wait(bool block)
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
        return true;
    }

    int exitCode() const
    {
        return WIFSIGNALED(*m_status) ? 128 + WTERMSIG(*m_status) : WEXITSTATUS(*m_status);
    }

    /// A descriptor that can be read once the child has ended. Not open where the system has none.
    FileDescriptor endDescriptor() const { return FileDescriptor(int(::syscall(SYS_pidfd_open, m_id, 0))); }

private:
    pid_t m_id = -1;
    std::optional<int> m_status;
};

/// Appends what can be read now; closes at the end.
void readInto(std::string& text, FileDescriptor& from)
{
    std::array<char, 1 << 16> buffer;
    while (from.isOpen()) {
        const auto count = ::read(from.number(), buffer.data(), buffer.size());
        if (count > 0)
            text.append(buffer.data(), size_t(count));
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            from.close();
        else if (errno == EAGAIN)
            return;
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

} // namespace

ProcessResult runProcess(const std::vector<std::string>& command, std::string_view input,
                         std::chrono::milliseconds timeLimit, std::stop_token stop)
{
    if (command.empty())
        throw Error("No program was given to be run.");
    const auto deadline = Clock::now() + timeLimit;
    Pipe in = makePipe();
    Pipe out = makePipe();
    Pipe error = makePipe();
    const FileDescriptor stopped(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::stop_callback onStop(stop, [&] { ::eventfd_write(stopped.number(), 1); });

    const WithoutSigpipe guard;
    Child child(command, in.read.number(), out.write.number(), error.write.number());
    in.read.close();
    out.write.close();
    error.write.close();
    setNonBlocking(in.write);
    setNonBlocking(out.read);
    setNonBlocking(error.read);
    const auto ended = child.endDescriptor();
    writeFrom(input, in.write);

    ProcessResult result;
    // What the child has started may outlive it and hold its ends of the pipes: the child's end counts.
    while (!child.wait(false)) {
        result.cancelled = stop.stop_requested();
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        result.timedOut = !result.cancelled && left <= 0;
        if (result.cancelled || result.timedOut) {
            child.kill();
            child.wait(true);
            break;
        }
        std::array<pollfd, 5> wait{{{in.write.number(), POLLOUT, 0},
                                    {out.read.number(), POLLIN, 0},
                                    {error.read.number(), POLLIN, 0},
                                    {stopped.number(), POLLIN, 0},
                                    {ended.number(), POLLIN, 0}}};
        constexpr int64_t tickMs = 10; // where the child's end does not wake this thread
        ::poll(wait.data(), wait.size(), int(std::min<int64_t>(left, ended.isOpen() ? 60'000 : tickMs)));
        if (in.write.isOpen())
            writeFrom(input, in.write);
        readInto(result.output, out.read);
        readInto(result.errorOutput, error.read);
    }
    readInto(result.output, out.read);
    readInto(result.errorOutput, error.read);
    result.exitCode = child.exitCode();
    return result;
}

} // namespace stepscope
