#pragma once

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/interruption.h"

#include <signal.h>
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The program is not installed, or not in an absolute folder of PATH.
class ProgramNotFound : public Error
{
public:
    using Error::Error;
};

struct Pipe
{
    FileDescriptor read;
    FileDescriptor write;
};

/// Throws Error.
Pipe makePipe();

/// Writing to a program that has ended raises SIGPIPE, which would end this one: keeps it from the calling
/// thread.
class WithoutSigpipe
{
public:
    WithoutSigpipe();
    ~WithoutSigpipe();
    WithoutSigpipe(const WithoutSigpipe&) = delete;
    WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

private:
    sigset_t m_sigpipe{};
    sigset_t m_before{};
    bool m_wasPending = false;
};

/// How a signal ended a program, as the end of a sentence: "was ended by signal 11 (Segmentation fault)".
std::string signalText(int signal);

/// A program that was started, in a process group of its own; killed and reaped when it goes out of scope,
/// and killed when a signal ends this program. The program itself, though not what it has started, is killed
/// even when this one is killed, and when the thread that has started it ends. No shell is involved. What it
/// is given as its standard streams stays the caller's.
class SpawnedProcess
{
public:
    /// Found by findProgram(). It runs in `folder`, or in this process's current folder when that is empty.
    /// Throws ProgramNotFound, or Error when it cannot be started for another reason.
    SpawnedProcess(const std::vector<std::string>& command, const FileDescriptor& input,
                   const FileDescriptor& output, const FileDescriptor& errorOutput,
                   const std::filesystem::path& folder = {});
    ~SpawnedProcess();
    SpawnedProcess(const SpawnedProcess&) = delete;
    SpawnedProcess& operator=(const SpawnedProcess&) = delete;

    /// With all it has started.
    void kill();
    /// To the program alone.
    void signal(int number);
    /// Whether it has ended; how it did is kept from then on.
    bool wait(bool block);

    /// Once it has ended: 128 + signal number when a signal ended it.
    int exitCode() const;
    /// Once it has ended: 0 when no signal did that.
    int endingSignal() const;
    /// A descriptor that can be read once the program has ended. Not open where the system has none.
    FileDescriptor endDescriptor() const;

private:
    pid_t m_id = -1;
    std::optional<int> m_status;
    std::optional<InterruptionGuard> m_guard; ///< until it has been reaped
};

/// Appends what can be read now, but no more than `most` bytes; closes at the end.
void readInto(std::string& text, FileDescriptor& from, size_t most);
/// Writes what can be written now; closes at the end, or when nobody reads.
void writeFrom(std::string_view& text, FileDescriptor& to);
void setNonBlocking(const FileDescriptor& file);

} // namespace stepscope
