#pragma once

#include <chrono>
#include <functional>

namespace stepscope {

inline constexpr int interruptedExitCode = 130;

/// Handles SIGINT, SIGTERM and, unless it is ignored as under nohup, SIGHUP. Until another behavior is chosen
/// below, the first one ends the program: what InterruptionGuards hold is undone, one sentence is written to
/// stderr, and the exit code is interruptedExitCode. A limit on the size of files no longer ends the program;
/// the write fails instead. To be called once, at the start of main().
void catchInterruptions();

/// Whether SIGINT was ignored when the program was started, as by a shell in the background.
bool interruptsWereIgnored();

/// From now on the first signal is only noted, for interrupted(), and a second SIGINT or SIGTERM ends the
/// program, which is then said not to have finished. A SIGHUP never counts as the second, since a closed
/// terminal may send several. A reader of our output that goes away no longer ends the program either.
void noteInterruptions();

/// From now on signals end the program again.
void endOnInterruptions();

/// From now on the first signal calls `handler`, on a thread of its own, and a second SIGINT or SIGTERM ends
/// the program. The handler may start no program and make no temporary file. endOnInterruptions() waits for
/// it.
void handleInterruptions(std::function<void()> handler);

/// Whether a signal has come, whatever it was to do.
bool interrupted();

/// Sleeps until the time is over or a signal comes.
void sleepUnlessInterrupted(std::chrono::milliseconds duration);

/// Something that must not outlive the program when a signal ends it: an unfinished file, a temporary folder,
/// a child process.
class InterruptionGuard
{
public:
    /// Calls `begin`. From its return until this object is destroyed, `undo` is called on another thread if a
    /// signal ends the program. No `begin` is called once that has happened. What `begin` throws is passed
    /// on.
    InterruptionGuard(const std::function<void()>& begin, std::function<void()> undo);
    ~InterruptionGuard();
    /// Calls `undo` here and now; a signal that ends the program waits until that is done.
    void undo();
    InterruptionGuard(const InterruptionGuard&) = delete;
    InterruptionGuard& operator=(const InterruptionGuard&) = delete;

private:
    std::function<void()> m_undo;
};

/// Calls `work`, which must be short and make no InterruptionGuard. A signal that ends the program waits for
/// it; never returns once the program is being ended. For what would make again what an InterruptionGuard has
/// removed, such as the folders above a new one.
void beforeEnding(const std::function<void()>& work);

/// Never returns once a signal is ending the program: what fails then, because its files are being removed,
/// is not to be reported.
void waitIfEnding();

} // namespace stepscope
