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

/// Writing to a program that has ended raises SIGPIPE, which would end this program. Blocks it for the
/// calling thread.
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

/// A program that was started, in its own process group; killed and reaped when it goes out of scope, and
/// killed when a signal ends this program. The program itself, but not the processes it has started, is also
/// killed when this process is killed and when the thread that started it ends. No shell is involved. The
/// caller keeps the descriptors passed as standard streams.
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

    /// Together with all processes it has started.
    void kill();
    /// Only to the program.
    void signal(int number);
    /// Whether it has ended; stores how it ended.
    bool wait(bool block);

    /// After it has ended: 128 + signal number when a signal ended it.
    int exitCode() const;
    /// After it has ended: 0 when it ended without a signal.
    int endingSignal() const;
    /// A descriptor that becomes readable once the program has ended. Not open where the system has none.
    FileDescriptor endDescriptor() const;

private:
    pid_t m_id = -1;
    std::optional<int> m_status;
    std::optional<InterruptionGuard> m_guard; ///< until it has been reaped
};

/// Appends what can be read now, but at most `most` bytes; closes at the end.
void readInto(std::string& text, FileDescriptor& from, size_t most);
/// Writes what can be written now; closes at the end, or when nobody reads.
void writeFrom(std::string_view& text, FileDescriptor& to);
void setNonBlocking(const FileDescriptor& file);

} // namespace stepscope
