#include "core/base/processes/spawned_process.h"

#include "core/base/processes/program_search.h"
#include "core/base/system_reason.h"
#include "core/language/translation.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

/// The C library's clone() under a name that sanitizers do not intercept: for clone(), the thread sanitizer
/// does its work after a fork, in the memory that the child shares with this process.
extern "C" int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);

namespace stepscope {

namespace {

/// Never 0, 1 or 2, even when the program was started with those closed: they become the child's standard
/// streams.
FileDescriptor aboveStandard(int number)
{
    FileDescriptor given(number);
    if (number > 2)
        return given;
    return FileDescriptor(::fcntl(number, F_DUPFD_CLOEXEC, 3));
}

/// How to set up a child. The child reads it in its parent's memory.
struct ChildPlan
{
    const char* program = nullptr;
    char* const* arguments = nullptr;
    std::array<int, 3> streams{}; ///< none of them is 0, 1 or 2
    const char* folder = nullptr;
    pid_t parent = 0;
    int failure = 0; ///< errno, set by the child
};

/// No handler of the parent may run in the child. Not by sigaction(): the C library and the sanitizers keep
/// tables of handlers, which belong to the parent.
void setDefaultHandler(int signal)
{
    constexpr size_t setBytes = 8;
    constexpr std::array<long, 8> byDefault{}; // all fields of the kernel's structure are 0: SIG_DFL
    ::syscall(SYS_rt_sigaction, signal, byDefault.data(), nullptr, setBytes);
}

// Runs in the child, which shares its parent's memory until it executes another program: uses only system
// calls, and none that a sanitizer intercepts, which would take them for the parent's.

bool isNumber(const char* text)
{
    return *text >= '0' && *text <= '9';
}

/// All files except the standard streams. Linux before 5.9, and some containers, have no close_range().
bool closeOtherFiles()
{
    constexpr int first = 3;
    if (::syscall(SYS_close_range, first, ~0U, 0) == 0)
        return true;
    const auto folder = int(::syscall(SYS_openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY, 0));
    if (folder < 0)
        return false;
    struct Entry // the kernel's linux_dirent64
    {
        uint64_t node;
        int64_t offset;
        uint16_t bytes;
        uint8_t type;
        char name[];
    };
    alignas(Entry) std::array<char, 4096> entries;
    long bytes = 0;
    while ((bytes = ::syscall(SYS_getdents64, folder, entries.data(), entries.size())) > 0) {
        for (long at = 0; at < bytes;) {
            const auto* entry = reinterpret_cast<const Entry*>(entries.data() + at);
            at += entry->bytes;
            int number = 0;
            for (const char* digit = entry->name; isNumber(digit); ++digit)
                number = 10 * number + (*digit - '0');
            if (isNumber(entry->name) && number >= first && number != folder)
                ::syscall(SYS_close, number);
        }
    }
    ::syscall(SYS_close, folder);
    return bytes == 0;
}

int becomeProgram(void* given)
{
    auto& plan = *static_cast<ChildPlan*>(given);
    for (int number = 1; number < NSIG; ++number)
        setDefaultHandler(number);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) // it has already been killed
        return 1;
    sigset_t none;
    sigemptyset(&none);
    bool isReady = ::setpgid(0, 0) == 0;
    for (int stream = 0; isReady && stream < int(plan.streams.size()); ++stream)
        isReady = ::syscall(SYS_dup3, plan.streams[size_t(stream)], stream, 0) >= 0;
    isReady = isReady && closeOtherFiles() && (!plan.folder || ::chdir(plan.folder) == 0) &&
              ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0;
    if (isReady)
        ::execve(plan.program, plan.arguments, environ);
    plan.failure = errno;
    return 1;
}

/// Like posix_spawn(), which cannot make the child end with its parent. The calling thread continues once the
/// child executes the program. Returns -1, with errno, on failure.
pid_t spawn(ChildPlan& plan)
{
    constexpr size_t stackBytes = 1 << 16;
    const auto stack = std::make_unique<std::byte[]>(stackBytes);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    plan.parent = ::getpid();
    const pid_t id =
        ::__clone(becomeProgram, stack.get() + stackBytes, CLONE_VM | CLONE_VFORK | SIGCHLD, &plan);
    const int failure = id < 0 ? errno : plan.failure;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (failure == 0)
        return id;
    if (id > 0)
        ::waitpid(id, nullptr, 0);
    errno = failure;
    return -1;
}

} // namespace

Pipe makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error(
            translated("Cannot create a pipe to another program: {reason}.", {{"reason", systemReason()}}));
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

std::string signalText(int signal)
{
    // Translators: end of a sentence about a program, as in "The program was ended by signal 9 (Killed)."
    return translated("was ended by signal {number} ({name})",
                      {{"number", std::to_string(signal)}, {"name", strsignal(signal)}});
}

SpawnedProcess::SpawnedProcess(const std::vector<std::string>& command, const FileDescriptor& input,
                               const FileDescriptor& output, const FileDescriptor& errorOutput,
                               const std::filesystem::path& folder)
{
    const auto program = findProgram(command[0]);
    if (program.empty())
        throw ProgramNotFound(translated("The program {program} was not found.", {{"program", command[0]}}));
    std::vector<char*> arguments;
    for (const auto& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    ChildPlan plan{.program = program.c_str(),
                   .arguments = arguments.data(),
                   .streams = {input.number(), output.number(), errorOutput.number()},
                   .folder = folder.empty() ? nullptr : folder.c_str()};
    const auto start = [&] {
        m_id = spawn(plan);
        if (m_id < 0 && errno == ENOENT)
            throw ProgramNotFound(
                translated("The program {program} was not found.", {{"program", command[0]}}));
        if (m_id < 0)
            throw Error(translated("The program {program} cannot be started: {reason}.",
                                   {{"program", command[0]}, {"reason", systemReason()}}));
    };
    m_guard.emplace(start, [id = &m_id] { ::kill(-*id, SIGKILL); });
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
        // Another part of the process may have reaped it; then its exit status is not known.
        if (ended == m_id || errno != EINTR)
            m_status = ended == m_id ? status : 0;
    }
    m_guard.reset(); // its number may soon be another process's
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
