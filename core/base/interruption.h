#pragma once

#include <chrono>
#include <functional>

namespace stepscope {

inline constexpr int interruptedExitCode = 130;

/// Handles SIGINT, SIGTERM and, unless it is ignored as under nohup, SIGHUP. Until another behavior is
/// chosen below, the first signal ends the program: what InterruptionGuards hold is undone, one sentence is
/// written to stderr, and the exit code is interruptedExitCode. A limit on file sizes no longer ends the
/// program; the write fails instead. Call it once, at the start of main().
void catchInterruptions();

/// Whether SIGINT was ignored when the program started, as it is in a shell's background jobs.
bool interruptsWereIgnored();

/// From now on the first signal is only noted, for interrupted(), and a second SIGINT or SIGTERM ends the
/// program with a message that it has not finished. A SIGHUP never counts as the second, since a closed
/// terminal may send several. A closed pipe on our output no longer ends the program either.
void noteInterruptions();

/// From now on signals end the program again.
void endOnInterruptions();

/// From now on the first signal calls `handler`, on a separate thread, and a second SIGINT or SIGTERM ends
/// the program. The handler must not start programs or create temporary files. endOnInterruptions() waits for
/// it.
void handleInterruptions(std::function<void()> handler);

/// Whether a signal has arrived, whatever its effect.
bool interrupted();

/// Sleeps until the time is over or a signal arrives.
void sleepUnlessInterrupted(std::chrono::milliseconds duration);

/// Something that must not outlive the program when a signal ends it: an unfinished file, a temporary folder,
/// a child process.
class InterruptionGuard
{
public:
    /// Calls `begin`. From its return until this object is destroyed, `undo` is called on another thread if a
    /// signal ends the program. After that, `begin` is no longer called. Exceptions of `begin` are passed on.
    InterruptionGuard(const std::function<void()>& begin, std::function<void()> undo);
    ~InterruptionGuard();
    /// Calls `undo` now; a signal that ends the program waits until it returns.
    void undo();
    InterruptionGuard(const InterruptionGuard&) = delete;
    InterruptionGuard& operator=(const InterruptionGuard&) = delete;

private:
    std::function<void()> m_undo;
};

/// Calls `work`, which must be short and create no InterruptionGuard. A signal that ends the program waits
/// for it; never returns once the program is being ended. For work that would recreate what an
/// InterruptionGuard has removed, such as the parents of a new folder.
void beforeEnding(const std::function<void()>& work);

/// Never returns once a signal is ending the program: errors that occur then, because its files are being
/// removed, are not reported.
void waitIfEnding();

} // namespace stepscope
